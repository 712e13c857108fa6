package dev.terra.rest.whatif;

import dev.terra.core.units.Bandwidth;
import dev.terra.core.wan.Link;
import dev.terra.core.wan.LinkId;
import dev.terra.core.wan.Site;
import dev.terra.core.wan.SiteId;
import dev.terra.core.wan.Wan;
import dev.terra.rest.api.Problem;
import dev.terra.rest.whatif.WhatIfRequest.NewLink;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;

/** A WAN with what a request wants different in it. */
final class ChangedWan {
  private final Wan wan;
  private final double planEfficiency;
  private final Map<LinkId, Link> links = new LinkedHashMap<>();
  private final List<Site> sites;

  private ChangedWan(Wan wan, double planEfficiency) {
    this.wan = wan;
    this.planEfficiency = planEfficiency;
    this.sites = new ArrayList<>(wan.sites());
    wan.links().forEach(link -> links.put(link.id(), link));
  }

  /**
   * A WAN as it would be.
   *
   * @param wan links with what may be planned on them, links that are down left out
   * @param known the WAN in which the request's sites and links have to be
   * @param planEfficiency the share of a new capacity that may be planned
   * @throws Problem if the request names what is not there
   */
  static Wan of(Wan wan, Wan known, WhatIfRequest request, double planEfficiency) {
    ChangedWan changed = new ChangedWan(wan, planEfficiency);
    request.removeLinks().forEach(link ->
        changed.remove(known, link(link.from(), link.to()), !Boolean.FALSE.equals(link.bothDirections())));
    request.removeSites().forEach(site -> changed.remove(known, site));
    request.addSites().forEach(changed::add);
    request.addLinks().forEach(changed::add);
    request.capacities().forEach(capacity ->
        changed.capacity(known, link(capacity.from(), capacity.to()), capacity.bytesPerSecond()));
    return new Wan(wan.name(), changed.sites, changed.links.values());
  }

  private static LinkId link(String from, String to) {
    try {
      return LinkId.of(from == null ? "" : from, to == null ? "" : to);
    } catch (IllegalArgumentException e) {
      throw Problem.of(400, e.getMessage());
    }
  }

  private void remove(Wan known, LinkId link, boolean both) {
    check(known, link);
    links.remove(link);
    if (both) {
      links.remove(link.reversed());
    }
  }

  private static void check(Wan known, LinkId link) {
    if (known.link(link).isEmpty()) {
      throw Problem.of(400, "no link " + link + " in " + known.name());
    }
  }

  private void remove(Wan known, String site) {
    if (known.sites().stream().noneMatch(each -> each.id().name().equals(site))) {
      throw Problem.badParameter("removeSites", "no site '" + site + "' in " + known.name());
    }
    links.keySet().removeIf(link -> link.from().name().equals(site) || link.to().name().equals(site));
  }

  private void add(String site) {
    try {
      Site added = Site.of(site == null ? "" : site);
      if (wan.contains(added.id()) || !sites.stream().map(Site::id).map(SiteId::name).noneMatch(site::equals)) {
        throw Problem.badParameter("addSites", "the site '" + site + "' is there already");
      }
      sites.add(added);
    } catch (IllegalArgumentException e) {
      throw Problem.badParameter("addSites", e.getMessage());
    }
  }

  private void add(NewLink link) {
    LinkId id = link(link.from(), link.to());
    Set<SiteId> known = new HashSet<>(sites.stream().map(Site::id).toList());
    if (!known.contains(id.from()) || !known.contains(id.to())) {
      throw Problem.badParameter("addLinks", "link " + id + " joins a site that is neither there nor among addSites");
    }
    List<LinkId> ids = Boolean.FALSE.equals(link.bothDirections()) ? List.of(id) : List.of(id, id.reversed());
    Duration latency = Duration.ofNanos((long) (Math.max(0, link.latencyMillis() == null ? 0 : link.latencyMillis()) * 1e6));
    ids.forEach(each -> links.put(each, new Link(each, planned(link.capacityBytesPerSecond()), latency, OptionalDouble.empty())));
  }

  private Bandwidth planned(double bytesPerSecond) {
    if (!(bytesPerSecond >= 1) || bytesPerSecond > 1e13) {
      throw Problem.of(400, "expected a capacity of 1 to 1e13 bytes/s, got " + bytesPerSecond);
    }
    return new Bandwidth(bytesPerSecond * planEfficiency);
  }

  private void capacity(Wan known, LinkId link, double bytesPerSecond) {
    check(known, link);
    links.computeIfPresent(link, (id, old) -> old.withCapacity(planned(bytesPerSecond)));
  }
}
