package dev.terra.core.shares;

import static com.google.common.base.Preconditions.checkArgument;

import java.util.Arrays;
import java.util.List;

/**
 * The part of reads that misses a cache, as a function of the cache's size. The curve is linear between measured sizes, and from 1 at size
 * 0 to the first measured size. Beyond the last measured size it is constant.
 */
public final class MissRatioCurve {
  private final long[] sizes;
  private final double[] ratios;

  private MissRatioCurve(long[] sizes, double[] ratios) {
    this.sizes = sizes;
    this.ratios = ratios;
  }

  /**
   * Returns a curve through some points.
   *
   * @param sizes the sizes in bytes, above 0 and rising
   * @param ratios the part that misses at each size, 0 to 1 and not rising
   */
  public static MissRatioCurve of(List<Long> sizes, List<Double> ratios) {
    checkArgument(!sizes.isEmpty() && sizes.size() == ratios.size(), "curve: expected as many sizes as ratios, got %s and %s", sizes.size(),
        ratios.size());
    long size = 0;
    double ratio = 1;
    for (int i = 0; i < sizes.size(); i++) {
      checkArgument(sizes.get(i) > size, "curve: expected rising sizes, got %s", sizes);
      checkArgument(ratios.get(i) >= 0 && ratios.get(i) <= ratio, "curve: expected ratios from 1 to 0 that do not rise, got %s", ratios);
      size = sizes.get(i);
      ratio = ratios.get(i);
    }
    return new MissRatioCurve(sizes.stream().mapToLong(Long::longValue).toArray(), ratios.stream().mapToDouble(d -> d).toArray());
  }

  /** Returns the part of reads that misses a cache of a size in bytes. */
  public double at(long size) {
    checkArgument(size >= 0, "size of a cache: expected at least 0, got %s", size);
    int place = Arrays.binarySearch(sizes, size);
    if (place >= 0) {
      return ratios[place];
    }
    int next = -place - 1;
    if (next == sizes.length) {
      return ratios[next - 1];
    }
    return next == 0 ? between(size, new Point(0, 1), point(0)) : between(size, point(next - 1), point(next));
  }

  /**
   * Returns the curve with each ratio raised, to at most 1. Where few reads miss, an error of the estimate is then a smaller part of the
   * ratio.
   *
   * @param salt the number that is added, at least 0
   */
  public MissRatioCurve salted(double salt) {
    checkArgument(salt >= 0, "salt: expected at least 0, got %s", salt);
    return new MissRatioCurve(sizes, Arrays.stream(ratios).map(ratio -> Math.min(1, ratio + salt)).toArray());
  }

  private Point point(int place) {
    return new Point(sizes[place], ratios[place]);
  }

  private record Point(long size, double ratio) {}

  private static double between(long size, Point left, Point right) {
    double all = right.size - left.size;
    return left.ratio * ((right.size - size) / all) + right.ratio * ((size - left.size) / all);
  }
}
