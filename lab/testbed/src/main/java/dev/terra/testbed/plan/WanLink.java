package dev.terra.testbed.plan;

import dev.terra.core.wan.Link;
import java.util.List;
import java.util.Locale;

/**
 * Both directions of a link between two sites, and its addresses. The first end is where {@link #forward} starts.
 *
 * @param number from 1, in the order of the topology file
 * @param first the site at the first end
 * @param second the site at the second end
 * @param forward first to second
 * @param backward second to first
 */
public record WanLink(int number, SiteNet first, SiteNet second, Link forward, Link backward) {
  /**
   * Returns the overlay address of the gateway host at the first end. It is routed over this link only, whatever the
   * routes are.
   */
  public String firstOverlay() {
    return "10.79." + number + ".1";
  }

  /** Returns the overlay address of the gateway host at the second end. */
  public String secondOverlay() {
    return "10.79." + number + ".2";
  }

  /** Returns the first router's address on the link. */
  public String firstRouter() {
    return "10.78." + number + ".1";
  }

  /** Returns the second router's address on the link. */
  public String secondRouter() {
    return "10.78." + number + ".2";
  }

  /** Returns the name of the link's interface in both routers. */
  public String routerInterface() {
    return "wan" + number;
  }

  /** Returns the Ethernet address of a router's end: 1 or 2. It is fixed, so that no address resolution crosses the link. */
  public String mac(int end) {
    return String.format(Locale.ROOT, "02:54:52:00:%02x:%02x", number, end);
  }

  /** Returns both directions. */
  public List<Link> directions() {
    return List.of(forward, backward);
  }

  /** Returns the site at an end: 1 or 2. */
  public SiteNet site(int end) {
    return end == 1 ? first : second;
  }

  /** Returns the end at which a site is: 1 or 2. */
  public int endOf(SiteNet site) {
    return first.equals(site) ? 1 : 2;
  }

  /** Returns the router's address on the link at an end: 1 or 2. */
  public String router(int end) {
    return end == 1 ? firstRouter() : secondRouter();
  }

  /** Returns the gateway host's overlay address at an end: 1 or 2. */
  public String overlay(int end) {
    return end == 1 ? firstOverlay() : secondOverlay();
  }
}
