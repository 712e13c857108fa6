package dev.terra.core.wan;

import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * A set of hosts with fast local networking.
 *
 * @param id the short name of the site
 * @param city the city where the site is, for people
 * @param coordinates the place of the site, for maps and for estimates of latency
 * @param machines the worker hosts of the site
 * @param terms what work at the site costs
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

  /** Creates a site of which no costs are known. */
  public Site(SiteId id, String city, Optional<Coordinates> coordinates, int hosts, List<String> subnets) {
    this(id, city, coordinates, new SiteHosts(hosts, subnets), SiteTerms.UNKNOWN);
  }

  /** Returns a site of one host of which nothing else is known. */
  public static Site of(String id) {
    return new Site(new SiteId(id), id, Optional.empty(), 1, List.of());
  }

  /** Returns the number of worker hosts of the site, at least 1. */
  public int hosts() {
    return machines.count();
  }

  /** Returns the address ranges of the site in CIDR form; empty if they are not known. */
  public List<String> subnets() {
    return machines.subnets();
  }

  /** Returns the caps of what the site may send to and receive from all other sites together. */
  public SiteCaps caps() {
    return machines.caps();
  }

  /** Returns this site with other hosts. */
  public Site withHosts(int hosts, List<String> subnets) {
    return new Site(id, city, coordinates, new SiteHosts(hosts, subnets, caps()), terms);
  }

  /** Returns this site with other caps. */
  public Site withCaps(SiteCaps other) {
    return new Site(id, city, coordinates, new SiteHosts(hosts(), subnets(), other), terms);
  }
}
