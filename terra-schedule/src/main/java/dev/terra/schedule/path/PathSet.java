package dev.terra.schedule.path;

import com.google.common.collect.ImmutableList;
import dev.terra.core.limit.BoundedMap;
import dev.terra.core.wan.Path;
import dev.terra.core.wan.Wan;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The paths between an ordered pair of sites, the one preferred for plain routing first. Links are dense indexes of the WAN of the
 * {@link PathSets}; after the links of a path come the caps at which its bytes count, so that in arrays by link a cap is one link more.
 * Paths are only ever added, so an index of a path stays valid.
 */
public final class PathSet {
  /** Limits of a pair whose sets are kept: queues with rules are few, and a set is soon made anew. */
  private static final int MOST_LIMITED = 16;

  private final Wan wan;
  private final int from;
  private final int to;
  private int[][] paths;
  private int[] linksInARow;
  private int[] starts;
  private int @Nullable [] touched;
  private @Nullable PathSet leading;
  private final PathLimit limit;
  private final Map<PathLimit, PathSet> limited = new BoundedMap<>(MOST_LIMITED);
  private final List<Path> names = new ArrayList<>();

  PathSet(Wan wan, int from, int to, int[][] paths) {
    this(wan, from, to, paths, PathLimit.NONE);
  }

  private PathSet(Wan wan, int from, int to, int[][] paths, PathLimit limit) {
    this.limit = limit;
    this.wan = wan;
    this.from = from;
    this.to = to;
    setPaths(paths);
  }

  private void setPaths(int[][] all) {
    paths = all;
    starts = new int[all.length + 1];
    for (int path = 0; path < all.length; path++) {
      starts[path + 1] = starts[path] + all[path].length;
    }
    linksInARow = new int[starts[all.length]];
    for (int path = 0; path < all.length; path++) {
      System.arraycopy(all[path], 0, linksInARow, starts[path], all[path].length);
    }
  }

  /** Only its leading paths that have at most so many links more than the first, under the same indexes. */
  public PathSet leading(int extraLinks) {
    if (extraLinks == Integer.MAX_VALUE) {
      return this;
    }
    int count = 0;
    while (count < paths.length && hops(count) <= (long) hops(0) + extraLinks) {
      count++;
    }
    if (count == paths.length) {
      return this;
    }
    if (leading == null || leading.size() != count) {
      leading = new PathSet(wan, from, to, Arrays.copyOf(paths, count), limit);
    }
    return leading;
  }

  /** Only its paths that a limit allows, under indexes of their own; itself where the limit is none. */
  public PathSet within(PathLimit other) {
    if (other.equals(PathLimit.NONE)) {
      return this;
    }
    return limited.computeIfAbsent(other, key -> new PathSet(wan, from, to, Arrays.stream(paths)
        .filter(links -> key.allows(name(wan, links))).toArray(int[][]::new), key));
  }

  /** Number of paths. */
  public int size() {
    return paths.length;
  }

  /** Number of links of a path. */
  public int hops(int path) {
    int hops = paths[path].length;
    while (paths[path][hops - 1] >= wan.links().size()) {
      hops--;
    }
    return hops;
  }

  /** Number of links of all paths together, and of caps. */
  public int hops() {
    return linksInARow.length;
  }

  /** The links of all paths, one path after the other; not to be changed. */
  public int[] linksInARow() {
    return linksInARow;
  }

  /** Where the links of each path begin in {@link #linksInARow}, and where those of the last one end; not to be changed. */
  public int[] starts() {
    return starts;
  }

  /** The links of a path, in order, then its caps; not to be changed. */
  public int[] links(int path) {
    return paths[path];
  }

  /** All paths by their links; not to be changed. */
  public int[][] all() {
    return paths;
  }

  /** The links and caps that any of the paths uses, ascending; not to be changed. */
  public int[] touchedLinks() {
    if (touched == null) {
      touched = Arrays.stream(paths).flatMapToInt(Arrays::stream).sorted().distinct().toArray();
    }
    return touched;
  }

  /** A path by the sites it visits. */
  public Path path(int path) {
    while (names.size() <= path) {
      names.add(name(wan, paths[names.size()]));
    }
    return names.get(path);
  }

  /** All paths by the sites they visit. */
  public ImmutableList<Path> asPaths() {
    ImmutableList.Builder<Path> list = ImmutableList.builder();
    for (int path = 0; path < paths.length; path++) {
      list.add(path(path));
    }
    return list.build();
  }

  /** Whether some path has only links of more than 0 of this, by link index. */
  public boolean hasOpenPath(double[] residual) {
    return firstOpenPath(residual, 0) >= 0;
  }

  /** The first path from an index on that has only links of more than 0 of this; -1 if there is none. */
  public int firstOpenPath(double[] residual, int start) {
    for (int path = start; path < paths.length; path++) {
      if (isOpen(paths[path], residual)) {
        return path;
      }
    }
    return -1;
  }

  /** Whether all links of a path have more than 0 of this, by link index. */
  public static boolean isOpen(int[] links, double[] residual) {
    for (int link : links) {
      if (residual[link] <= 0) {
        return false;
      }
    }
    return true;
  }

  int from() {
    return from;
  }

  int to() {
    return to;
  }

  /** Adds a path unless it is there or the set's limit rules it out; says whether it was new. */
  boolean add(int[] links) {
    if (!limit.equals(PathLimit.NONE) && !limit.allows(name(wan, links))) {
      return false;
    }
    for (int[] path : paths) {
      if (Arrays.equals(path, links)) {
        return false;
      }
    }
    int[][] more = Arrays.copyOf(paths, paths.length + 1);
    more[paths.length] = links;
    setPaths(more);
    touched = null;
    return true;
  }

  static Path name(Wan wan, int[] links) {
    ImmutableList.Builder<dev.terra.core.wan.SiteId> sites = ImmutableList.builder();
    sites.add(wan.links().get(links[0]).id().from());
    for (int link : links) {
      if (link < wan.links().size()) {
        sites.add(wan.links().get(link).id().to());
      }
    }
    return new Path(sites.build());
  }

  @Override
  public String toString() {
    return asPaths().toString();
  }
}
