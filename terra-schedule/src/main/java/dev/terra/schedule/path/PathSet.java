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
 * The paths between an ordered pair of sites. The first is the path that is preferred for plain routing. Links are dense indexes of the WAN
 * of the {@link PathSets}. After the links of a path come the caps at which its bytes count, so in arrays by link a cap is one more link.
 * Paths are only ever added, so an index of a path stays valid.
 */
public final class PathSet {
  /** The most limits of a pair whose sets are kept. Queues with rules are few, and a set is quickly made again. */
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

  /** Returns the set of the leading paths that have at most {@code extraLinks} links more than the first path, under the same indexes. */
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

  /** Returns the set of the paths that a limit allows, under indexes of their own; this set itself if the limit allows every path. */
  public PathSet within(PathLimit other) {
    if (other.equals(PathLimit.NONE)) {
      return this;
    }
    return limited.computeIfAbsent(other, key -> new PathSet(wan, from, to, Arrays.stream(paths)
        .filter(links -> key.allows(name(wan, links))).toArray(int[][]::new), key));
  }

  /** Returns the number of paths. */
  public int size() {
    return paths.length;
  }

  /** Returns the number of links of a path. */
  public int hops(int path) {
    int hops = paths[path].length;
    while (paths[path][hops - 1] >= wan.links().size()) {
      hops--;
    }
    return hops;
  }

  /** Returns the number of links and caps of all paths together. */
  public int hops() {
    return linksInARow.length;
  }

  /** Returns the links and caps of all paths, one path after the other. The caller must not change the array. */
  public int[] linksInARow() {
    return linksInARow;
  }

  /**
   * Returns where the links of each path begin in {@link #linksInARow}, and where those of the last path end. The caller must not change
   * the array.
   */
  public int[] starts() {
    return starts;
  }

  /** Returns the links of a path, in order, followed by its caps. The caller must not change the array. */
  public int[] links(int path) {
    return paths[path];
  }

  /** Returns the links of each path. The caller must not change the arrays. */
  public int[][] all() {
    return paths;
  }

  /** Returns the links and caps that any of the paths uses, in ascending order. The caller must not change the array. */
  public int[] touchedLinks() {
    if (touched == null) {
      touched = Arrays.stream(paths).flatMapToInt(Arrays::stream).sorted().distinct().toArray();
    }
    return touched;
  }

  /** Returns a path as the sites that it visits. */
  public Path path(int path) {
    while (names.size() <= path) {
      names.add(name(wan, paths[names.size()]));
    }
    return names.get(path);
  }

  /** Returns all paths as the sites that they visit. */
  public ImmutableList<Path> asPaths() {
    ImmutableList.Builder<Path> list = ImmutableList.builder();
    for (int path = 0; path < paths.length; path++) {
      list.add(path(path));
    }
    return list.build();
  }

  /** Returns whether some path has only links whose value in {@code residual}, by link index, is above 0. */
  public boolean hasOpenPath(double[] residual) {
    return firstOpenPath(residual, 0) >= 0;
  }

  /**
   * Returns the first path from index {@code start} on that has only links whose value in {@code residual} is above 0; -1 if there is none.
   */
  public int firstOpenPath(double[] residual, int start) {
    for (int path = start; path < paths.length; path++) {
      if (isOpen(paths[path], residual)) {
        return path;
      }
    }
    return -1;
  }

  /** Returns whether all links of a path have a value above 0 in {@code residual}, by link index. */
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

  /** Adds a path, unless the set contains it or its limit rules it out; returns whether the path was added. */
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
