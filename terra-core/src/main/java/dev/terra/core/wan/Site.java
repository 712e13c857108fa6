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
 * @param machines its worker hosts
 * @param terms what work costs there
 */
public record Site(SiteId id, String city, Optional<Coordinates> coordinates, SiteHosts machines, SiteTerms terms) {
  /** Checks that nothing is missing. */
  public Site {
    Objects.requireNonNull(id, "id");
    Objects.requireNonNull(city, "city");
    Objects.requireNonNull(coordinates, "coordinates");
    Objects.requireNonNull(machines, "machines");
    Objects.requireNonNull(terms, "terms");
  }

  /** A site of which no costs are known. */
  public Site(SiteId id, String city, Optional<Coordinates> coordinates, int hosts, List<String> subnets) {
    this(id, city, coordinates, new SiteHosts(hosts, subnets), SiteTerms.UNKNOWN);
  }

  /** A site of one host with nothing else known. */
  public static Site of(String id) {
    return new Site(new SiteId(id), id, Optional.empty(), 1, List.of());
  }

  /** How many worker hosts it has, at least 1. */
  public int hosts() {
    return machines.count();
  }

  /** Its address ranges in CIDR form; empty where addresses are not known. */
  public List<String> subnets() {
    return machines.subnets();
  }

  /** What it may send to and receive from other sites, whatever its links carry. */
  public SiteCaps caps() {
    return machines.caps();
  }

  /** This site with other hosts. */
  public Site withHosts(int hosts, List<String> subnets) {
    return new Site(id, city, coordinates, new SiteHosts(hosts, subnets, caps()), terms);
  }

  /** This site with other caps. */
  public Site withCaps(SiteCaps other) {
    return new Site(id, city, coordinates, new SiteHosts(hosts(), subnets(), other), terms);
  }
}
