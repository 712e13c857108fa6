package dev.terra.core.wan;

import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * A set of hosts with fast local networking.
 *
 * @param id its short name
 * @param city where it is, for people
 * @param coordinates where it is, for maps and latency estimates
 * @param hosts how many worker hosts it has, at least 1
 * @param subnets its address ranges in CIDR form; empty where addresses are not known
 */
public record Site(SiteId id, String city, Optional<Coordinates> coordinates, int hosts, List<String> subnets) {
  /** Checks the ranges. */
  public Site {
    Objects.requireNonNull(id, "id");
    Objects.requireNonNull(city, "city");
    Objects.requireNonNull(coordinates, "coordinates");
    subnets = List.copyOf(subnets);
    if (hosts < 1) {
      throw new IllegalArgumentException("site " + id + " needs at least 1 host, got " + hosts);
    }
  }

  /** A site of one host with nothing else known. */
  public static Site of(String id) {
    return new Site(new SiteId(id), id, Optional.empty(), 1, List.of());
  }
}
