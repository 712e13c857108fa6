package dev.terra.reproduce.aequitas;

import static com.google.common.base.Preconditions.checkArgument;

import com.google.common.collect.ImmutableList;
import java.util.List;

/**
 * A distribution of sizes: points of its cumulative function, with straight lines between them.
 *
 * @param points in the order of sizes and of shares; the last one's share is 1
 */
public record Sizes(List<Point> points) {
  /** Checks the order. */
  public Sizes {
    points = ImmutableList.copyOf(points);
    checkArgument(!points.isEmpty() && points.get(points.size() - 1).share() == 1, "sizes: expected the last share to be 1, got %s",
        points);
    for (int i = 1; i < points.size(); i++) {
      Point before = points.get(i - 1);
      Point point = points.get(i);
      checkArgument(point.bytes() >= before.bytes() && point.share() >= before.share(), "sizes: expected rising lines, got %s", points);
    }
  }

  /**
   * A point of a cumulative distribution.
   *
   * @param bytes a size
   * @param share of requests that are at most as large
   */
  public record Point(long bytes, double share) {
    /** Checks the ranges. */
    public Point {
      checkArgument(bytes > 0, "sizes: expected more than 0 bytes, got %s", bytes);
      checkArgument(share >= 0 && share <= 1, "sizes: expected a share of 0 to 1, got %s", share);
    }
  }

  /** Returns a distribution with one size. */
  public static Sizes all(long bytes) {
    return new Sizes(ImmutableList.of(new Point(bytes, 1)));
  }

  /** Returns a size, by a number that is uniform in [0, 1). */
  public long draw(double uniform) {
    Point before = points.get(0);
    if (uniform <= before.share()) {
      return before.bytes();
    }
    for (Point point : points) {
      if (uniform <= point.share()) {
        double part = (uniform - before.share()) / (point.share() - before.share());
        return Math.round(before.bytes() + part * (point.bytes() - before.bytes()));
      }
      before = point;
    }
    return before.bytes();
  }

  /** Returns the mean size on the line, with a header for each packet, in bytes. */
  public double meanOnLine(Transport transport) {
    double sum = onLine(points.get(0).bytes(), transport) * points.get(0).share();
    for (int i = 1; i < points.size(); i++) {
      Point before = points.get(i - 1);
      Point point = points.get(i);
      double middle = (onLine(before.bytes(), transport) + onLine(point.bytes(), transport)) / 2;
      sum += middle * (point.share() - before.share());
    }
    return sum;
  }

  private static double onLine(long bytes, Transport transport) {
    return bytes + transport.packets(bytes) * (double) transport.headerBytes();
  }
}
