package dev.terra.core.wan;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSet;
import java.util.Arrays;
import java.util.List;

/** A loop-free sequence of sites, at least two, each joined to the next by a link. */
public record Path(ImmutableList<SiteId> sites) {
  /** Checks the length, and that no site repeats. */
  public Path {
    if (sites.size() < 2) {
      throw new IllegalArgumentException("a path has at least two sites, got " + sites);
    }
    if (ImmutableSet.copyOf(sites).size() != sites.size()) {
      throw new IllegalArgumentException("a path visits no site twice, got " + sites);
    }
  }

  /** Returns the path through these sites. */
  public static Path of(List<SiteId> sites) {
    return new Path(ImmutableList.copyOf(sites));
  }

  /** Returns the path through the sites with these names. */
  public static Path of(String... sites) {
    return new Path(Arrays.stream(sites).map(SiteId::new).collect(ImmutableList.toImmutableList()));
  }

  /** Returns the first site of the path. */
  public SiteId from() {
    return sites.get(0);
  }

  /** Returns the last site of the path. */
  public SiteId to() {
    return sites.get(sites.size() - 1);
  }

  /** Returns the links of the path in order. */
  public ImmutableList<LinkId> links() {
    ImmutableList.Builder<LinkId> links = ImmutableList.builderWithExpectedSize(sites.size() - 1);
    for (int i = 1; i < sites.size(); i++) {
      links.add(new LinkId(sites.get(i - 1), sites.get(i)));
    }
    return links.build();
  }

  @Override
  public String toString() {
    return WrittenSites.inOrder(sites);
  }
}
