package dev.terra.lab.agents;

import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The time that a rate took to settle after a change.
 *
 * @param steadyPerSecond the mean rate of the second half of the measured time
 * @param seconds from the change to the end of the first window from which on nine tenths of the windows have about the
 *     steady rate; infinite if there is no such window before the second half
 */
record Settling(double steadyPerSecond, double seconds) {
  /** The length of the window over which a rate is measured. */
  static final double WINDOW_SECONDS = .5;
  /**
   * The share by which a rate may differ from the steady rate: as far as the rate of a chosen share of chunks may be
   * from the best.
   */
  static final double WITHIN = .12;
  /**
   * The share of windows that must have about the steady rate. A trial of uncompressed chunks makes a slow window, and
   * belongs to the steady state.
   */
  private static final double MOST_WINDOWS = .9;
  private static final double MEANS_PER_SECOND = 10;

  /**
   * The amount that had been delivered at a moment.
   *
   * @param seconds since the change
   * @param amount since the change; it never decreases from one point to the next
   */
  record Point(double seconds, double amount) {}

  /** The rate of a window. */
  private record Window(double endSeconds, double rate) {
    private boolean isAbout(double steady) {
      return Math.abs(rate - steady) <= WITHIN * steady;
    }
  }

  /**
   * Returns how the rate settled that these points describe.
   *
   * @param points in the order of time, the first one at the change
   * @throws IllegalArgumentException if they cover less than four windows
   */
  static Settling of(List<Point> points) {
    Point last = points.get(points.size() - 1);
    if (last.seconds < 4 * WINDOW_SECONDS) {
      throw new IllegalArgumentException("expected at least " + 4 * WINDOW_SECONDS + " s, got " + last.seconds);
    }
    double half = last.seconds / 2;
    double steady = (last.amount - at(points, half)) / half;
    List<Window> windows = points.stream().filter(point -> point.seconds >= WINDOW_SECONDS).map(point -> window(points, point)).toList();
    return new Settling(steady, Stream.iterate(0, from -> from < windows.size(), from -> from + 1)
        .filter(from -> isSettled(windows.subList(from, windows.size()), steady)).mapToDouble(from -> windows.get(from).endSeconds)
        .filter(seconds -> seconds <= half).findFirst().orElse(Double.POSITIVE_INFINITY));
  }

  /**
   * Returns the mean of the amounts that were delivered after the same change, which was made several times. Windows of
   * agents with a part of a core differ by more than a settled rate may, even when nothing changes; their means do not.
   *
   * @param all the points of each time, in the order of time, the first one at the change
   * @return ten points a second, for as long as there are points of all
   */
  static List<Point> mean(List<List<Point>> all) {
    double seconds = all.stream().mapToDouble(points -> points.get(points.size() - 1).seconds).min().orElseThrow();
    return IntStream.rangeClosed(0, (int) Math.floor(seconds * MEANS_PER_SECOND)).mapToObj(number -> number / MEANS_PER_SECOND)
        .map(moment -> new Point(moment, all.stream().mapToDouble(points -> at(points, moment)).average().orElseThrow())).toList();
  }

  private static Window window(List<Point> points, Point end) {
    return new Window(end.seconds, (end.amount - at(points, end.seconds - WINDOW_SECONDS)) / WINDOW_SECONDS);
  }

  /** Returns the amount at a moment, on the straight line between the points before and after it. */
  private static double at(List<Point> points, double seconds) {
    Point before = points.get(0);
    for (Point point : points) {
      if (point.seconds >= seconds) {
        double length = point.seconds - before.seconds;
        return length <= 0 ? point.amount : before.amount + (point.amount - before.amount) * (seconds - before.seconds) / length;
      }
      before = point;
    }
    return before.amount;
  }

  private static boolean isSettled(List<Window> windows, double steady) {
    return windows.get(0).isAbout(steady)
        && windows.stream().filter(window -> window.isAbout(steady)).count() >= MOST_WINDOWS * windows.size();
  }
}
