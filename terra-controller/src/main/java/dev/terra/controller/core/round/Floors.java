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

/** Capacity that is reserved before scheduling for bundles with waiting reducers, so that no schedule starves them. */
public final class Floors {
  /** The largest share of a link, or of a cap, that all floors take together. A larger share would distort the schedule. */
  public static final double FLOOR_SHARE_OF_LINK = 0.05;
  /** The rate that a bundle with a waiting reducer gets at least, so that its fetch does not reach its time limit. */
  static final double FLOOR_BYTES_PER_SECOND = 64 * 1024;
  private final Map<BundleId, Path> paths = new TreeMap<>();
  private final Map<WanResource, Integer> bundles = new HashMap<>();
  private final Wan wan;

  /** Creates an object without floors, for links of these capacities. */
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

  /** Returns the floors, in bytes/s. A floor is lower than usual where many floors share a link or a cap of the path. */
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

  /** Returns the WAN without the reserved capacity. It is the same object if nothing is reserved. */
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
