package dev.terra.sim;

import dev.terra.core.wan.Path;
import dev.terra.core.wan.SiteId;
import dev.terra.schedule.PathRate;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** One bundle of a coflow while it runs. */
final class CoflowBundle {
  /** A rest of fewer bytes than this is rounding. */
  static final double NO_BYTE = 1e-3;
  /** A rest below this share of a bundle is rounding. */
  private static final double NOTHING = 1e-9;
  /** A rest that takes less time than this is rounding. */
  private static final double NO_TIME_SECONDS = 1e-9;

  final SiteId from;
  final SiteId to;
  int flows;
  double total;
  double remaining;
  double rate;
  List<PathRate> paths = List.of();
  /** The number of its TCP connections that are not yet as fast as their link. */
  private int opening;

  CoflowBundle(SiteId from, SiteId to) {
    this.from = from;
    this.to = to;
  }

  /** Returns whether it has bytes that may be sent at this time. */
  boolean isOpen() {
    return remaining > 0 && opening == 0;
  }

  /** Notes that a connection begins to open (1), or is open (-1). */
  void noteOpening(int change) {
    opening += change;
  }

  /** Sends for a while; returns whether the last byte was sent. */
  boolean send(double seconds) {
    if (rate <= 0 || remaining <= 0) {
      return false;
    }
    remaining -= rate * seconds;
    if (remaining <= Math.max(Math.max(NO_BYTE, NOTHING * total), rate * NO_TIME_SECONDS)) {
      remaining = 0;
      stop();
      return true;
    }
    return false;
  }

  /** Returns the time until its last byte if its rate stays as it is; infinite without a rate. */
  double secondsToEnd() {
    return rate > 0 ? remaining / rate : Double.POSITIVE_INFINITY;
  }

  void stop() {
    rate = 0;
    paths = List.of();
  }

  /** Adds paths and their rates to those that it has. */
  void followToo(List<PathRate> morePaths) {
    follow(Stream.concat(paths.stream(), morePaths.stream()).toList());
  }

  /** Returns the part of new rates that the bundle has already, path by path. */
  List<PathRate> kept(List<PathRate> newPaths) {
    Map<Path, Double> had = paths.stream().collect(Collectors.toMap(PathRate::path, PathRate::bytesPerSecond, Double::sum));
    return newPaths.stream().filter(rate -> had.containsKey(rate.path()))
        .map(rate -> new PathRate(rate.path(), Math.min(rate.bytesPerSecond(), had.getOrDefault(rate.path(), 0.0)), 0)).toList();
  }

  void follow(List<PathRate> newPaths) {
    paths = newPaths;
    rate = newPaths.stream().mapToDouble(PathRate::bytesPerSecond).sum();
  }
}
