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
  /** What is left below this part of a byte is rounding. */
  static final double NO_BYTE = 1e-3;
  /** So is what is left below this share of a bundle. */
  private static final double NOTHING = 1e-9;
  /** What takes less time than this is rounding, too. */
  private static final double NO_TIME_SECONDS = 1e-9;

  final SiteId from;
  final SiteId to;
  int flows;
  double total;
  double remaining;
  double rate;
  List<PathRate> paths = List.of();
  /** New connections of TCP's that cannot send at their link's rate yet. */
  private int opening;

  CoflowBundle(SiteId from, SiteId to) {
    this.from = from;
    this.to = to;
  }

  /** Whether it has bytes that may be sent now. */
  boolean isOpen() {
    return remaining > 0 && opening == 0;
  }

  /** Its connections begin to open, or one of them is open. */
  void noteOpening(int change) {
    opening += change;
  }

  /** Sends for a while; true if that was the last byte. */
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

  /** If its rate stays as it is; infinite without one. */
  double secondsToEnd() {
    return rate > 0 ? remaining / rate : Double.POSITIVE_INFINITY;
  }

  void stop() {
    rate = 0;
    paths = List.of();
  }

  /** Gets these besides what it has. */
  void followToo(List<PathRate> morePaths) {
    follow(Stream.concat(paths.stream(), morePaths.stream()).toList());
  }

  /** The part of new rates that the bundle has already, path by path. */
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
