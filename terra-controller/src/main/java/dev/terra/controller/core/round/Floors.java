package dev.terra.controller.core.round;

import dev.terra.core.shuffle.BundleId;
import dev.terra.core.units.Bandwidth;
import dev.terra.core.wan.Path;
import dev.terra.core.wan.Wan;
import dev.terra.core.wan.WanResource;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/** What is kept aside before scheduling for bundles with waiting reducers, so that no schedule starves them. */
public final class Floors {
  /** All floors on a link, or within a cap, together: more would bend the schedule. */
  public static final double FLOOR_SHARE_OF_LINK = 0.05;
  /** A bundle with a waiting reducer gets at least this, so that its fetch does not run into its deadline. */
  static final double FLOOR_BYTES_PER_SECOND = 64 * 1024;
  private final Map<BundleId, Path> paths = new TreeMap<>();
  private final Map<WanResource, Integer> bundles = new HashMap<>();
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
    wan.resources(path).forEach(resource -> bundles.merge(resource, 1, Integer::sum));
  }

  /** The floors, bytes/s: the usual one, or less where what the path takes a part of must be shared by many. */
  Map<BundleId, Double> bytesPerSecond() {
    Map<BundleId, Double> floors = new TreeMap<>();
    paths.forEach((bundle, path) -> floors.put(bundle, wan.resources(path).stream()
        .mapToDouble(this::shareOf).reduce(FLOOR_BYTES_PER_SECOND, Math::min)));
    return floors;
  }

  private double shareOf(WanResource resource) {
    return wan.capacity(resource).orElseThrow().bytesPerSecond() * FLOOR_SHARE_OF_LINK / bundles.getOrDefault(resource, 1);
  }

  Path pathOf(BundleId bundle) {
    return Objects.requireNonNull(paths.get(bundle), () -> "no floor for " + bundle);
  }

  /** The WAN without what is kept aside; the same object if that is nothing. */
  Wan remaining() {
    if (paths.isEmpty()) {
      return wan;
    }
    Map<WanResource, Double> used = new HashMap<>();
    bytesPerSecond().forEach((bundle, rate) ->
        wan.resources(pathOf(bundle)).forEach(resource -> used.merge(resource, rate, Double::sum)));
    return wan.mapLinks(link -> used.containsKey(link.id())
        ? link.withCapacity(less(link.capacity(), used.getOrDefault(link.id(), 0.0))) : link)
        .mapCaps((cap, bandwidth) -> less(bandwidth, used.getOrDefault(cap, 0.0)));
  }

  private static Bandwidth less(Bandwidth all, double bytesPerSecond) {
    return new Bandwidth(all.bytesPerSecond() - bytesPerSecond);
  }
}
