package dev.terra.controller.core.round;

import dev.terra.core.shuffle.BundleId;
import dev.terra.core.units.Bandwidth;
import dev.terra.core.wan.LinkId;
import dev.terra.core.wan.Path;
import dev.terra.core.wan.Wan;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/** What is kept aside before scheduling for bundles with waiting reducers, so that no schedule starves them. */
public final class Floors {
  /** All floors on a link together: more would bend the schedule. */
  public static final double FLOOR_SHARE_OF_LINK = 0.05;
  /** A bundle with a waiting reducer gets at least this, so that its fetch does not run into its deadline. */
  static final double FLOOR_BYTES_PER_SECOND = 64 * 1024;
  private final Map<BundleId, Path> paths = new TreeMap<>();
  private final Map<LinkId, Integer> bundlesOnLink = new HashMap<>();
  private final Wan wan;

  /** No floors yet, on links of these capacities. */
  Floors(Wan wan) {
    this.wan = wan;
  }

  /** The WAN with all that may be planned. */
  Wan all() {
    return wan;
  }

  /** Gives a bundle a floor on a path. */
  void add(BundleId bundle, Path path) {
    paths.put(bundle, path);
    path.links().forEach(link -> bundlesOnLink.merge(link, 1, Integer::sum));
  }

  /** The floors, bytes/s: the usual one, or less where the links of the path must be shared by many. */
  Map<BundleId, Double> bytesPerSecond() {
    Map<BundleId, Double> floors = new TreeMap<>();
    paths.forEach((bundle, path) -> floors.put(bundle, path.links().stream()
        .mapToDouble(this::shareOf).reduce(FLOOR_BYTES_PER_SECOND, Math::min)));
    return floors;
  }

  private double shareOf(LinkId link) {
    double capacity = wan.links().get(wan.indexOf(link)).capacity().bytesPerSecond();
    return capacity * FLOOR_SHARE_OF_LINK / bundlesOnLink.getOrDefault(link, 1);
  }

  Path pathOf(BundleId bundle) {
    return Objects.requireNonNull(paths.get(bundle), () -> "no floor for " + bundle);
  }

  /** The WAN without what is kept aside; the same object if that is nothing. */
  Wan remaining() {
    if (paths.isEmpty()) {
      return wan;
    }
    Map<LinkId, Double> used = new HashMap<>();
    bytesPerSecond().forEach((bundle, rate) ->
        pathOf(bundle).links().forEach(link -> used.merge(link, rate, Double::sum)));
    return wan.mapLinks(link -> used.containsKey(link.id())
        ? link.withCapacity(new Bandwidth(link.capacity().bytesPerSecond() - used.getOrDefault(link.id(), 0.0)))
        : link);
  }
}
