package dev.terra.schedule.policy.baseline;

import dev.terra.schedule.path.PathSet;
import dev.terra.schedule.policy.round.BundlesInRound;
import dev.terra.schedule.policy.round.ResidualNetwork;
import java.util.Arrays;

/** The bytes that one shuffle puts on each link while each of its bundles takes one path. It is a buffer, with one owner. */
final class RouteLoad {
  /**
   * Times that differ by no more than this, relative, count as equal, and the first path is taken. Without this, rounding would decide, and
   * the choice would depend on the units.
   */
  private static final double EQUAL = 1e-9;

  private final ResidualNetwork network;
  private final double[] bytes;

  RouteLoad(ResidualNetwork network) {
    this.network = network;
    this.bytes = new double[network.capacity().length];
  }

  /** Removes all bytes. */
  void reset() {
    Arrays.fill(bytes, 0);
  }

  void add(BundlesInRound bundles, int bundle, int path) {
    for (int link : bundles.paths(bundle).links(path)) {
      bytes[link] += bundles.remaining(bundle);
    }
  }

  /** Returns the plain route of a bundle: its first path whose links are up. */
  int route(BundlesInRound bundles, int bundle) {
    return bundles.paths(bundle).firstOpenPath(network.capacity(), 0);
  }

  /**
   * Returns the path on which a bundle would be done first, after the bytes that were added, with the capacity that others leave; the plain
   * route if all paths are full.
   */
  int leastLoaded(BundlesInRound bundles, int bundle) {
    PathSet paths = bundles.paths(bundle);
    int best = route(bundles, bundle);
    double least = Double.POSITIVE_INFINITY;
    for (int path = paths.firstOpenPath(network.residual(), 0); path >= 0;
        path = paths.firstOpenPath(network.residual(), path + 1)) {
      double seconds = 0;
      for (int link : paths.links(path)) {
        seconds = Math.max(seconds, (bytes[link] + bundles.remaining(bundle)) / network.residual()[link]);
      }
      if (seconds < least * (1 - EQUAL)) {
        least = seconds;
        best = path;
      }
    }
    return best;
  }

  /** Returns how long the links need for the shuffle on its plain routes, seconds. */
  double secondsOnRoutes(BundlesInRound bundles) {
    reset();
    double seconds = 0;
    for (int bundle = 0; bundle < bundles.size(); bundle++) {
      int route = route(bundles, bundle);
      add(bundles, bundle, route);
      for (int link : bundles.paths(bundle).links(route)) {
        seconds = Math.max(seconds, bytes[link] / network.capacity()[link]);
      }
    }
    return seconds;
  }

  /**
   * Returns the progress at which all bundles are done together with the capacity that others leave, 1/s; 0 if a link has nothing left, or
   * no link is used.
   */
  double commonProgress() {
    double progress = Double.POSITIVE_INFINITY;
    for (int link = 0; link < bytes.length; link++) {
      if (bytes[link] > 0) {
        progress = Math.min(progress, network.residual()[link] / bytes[link]);
      }
    }
    return Double.isFinite(progress) ? progress : 0;
  }

  /** Takes from the network what the shuffle needs at this progress. */
  void take(double progress) {
    for (int link = 0; link < bytes.length; link++) {
      network.take(link, progress * bytes[link]);
    }
  }
}
