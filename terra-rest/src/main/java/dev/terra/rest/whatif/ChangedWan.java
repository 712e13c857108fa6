package dev.terra.rest.whatif;

import dev.terra.core.failure.Failures;
import dev.terra.core.units.Bandwidth;
import dev.terra.core.wan.Link;
import dev.terra.core.wan.LinkChoice;
import dev.terra.core.wan.LinkId;
import dev.terra.core.wan.Site;
import dev.terra.core.wan.SiteId;
import dev.terra.core.wan.Wan;
import dev.terra.rest.api.Problem;
import dev.terra.rest.read.WanNames;
import dev.terra.rest.whatif.WhatIfRequest.NewLink;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;

/** Makes a WAN with the changes that a request describes. */
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
   * Returns the changed WAN.
   *
   * @param wan the WAN whose links have the capacity that may be planned on them, without links that are down
   * @param known the WAN that must have the request's sites and links
   * @param planEfficiency the share of a new capacity that may be planned
   * @throws Problem if the request names a site or a link that does not exist
   */
  static Wan of(Wan wan, Wan known, WhatIfRequest request, double planEfficiency) {
    ChangedWan changed = new ChangedWan(wan, planEfficiency);
    WanNames names = new WanNames(known);
    request.removeLinks().forEach(link -> changed.remove(known, names.link("removeLinks", orEmpty(link))));
    request.removeSites().forEach(site -> changed.remove(known, site));
    request.addSites().forEach(changed::add);
    request.addLinks().forEach(link -> changed.add(names.link("addLinks", orEmpty(link.link())), link));
    request.capacities().forEach(capacity ->
        changed.capacity(known, names.link("capacities", orEmpty(capacity.link())), capacity.bytesPerSecond()));
    return new Wan(wan.name(), changed.sites, changed.links.values());
  }

  private static String orEmpty(String text) {
    return text == null ? "" : text;
  }

  private void remove(Wan known, LinkChoice link) {
    check(known, link.link());
    link.links().forEach(links::remove);
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
      throw Problem.badParameter("addSites", Failures.inWords(e));
    }
  }

  private void add(LinkChoice choice, NewLink link) {
    LinkId id = choice.link();
    Set<SiteId> known = new HashSet<>(sites.stream().map(Site::id).toList());
    if (!known.contains(id.from()) || !known.contains(id.to())) {
      throw Problem.badParameter("addLinks", "link " + id + " joins a site that is neither there nor among addSites");
    }
    Duration latency = Duration.ofNanos((long) (Math.max(0, link.latencyMillis() == null ? 0 : link.latencyMillis()) * 1e6));
    choice.links().forEach(each ->
        links.put(each, new Link(each, planned(link.capacityBytesPerSecond()), latency, OptionalDouble.empty())));
  }

  private Bandwidth planned(double bytesPerSecond) {
    if (!(bytesPerSecond >= 1) || bytesPerSecond > 1e13) {
      throw Problem.of(400, "expected a capacity of 1 to 1e13 bytes/s, got " + bytesPerSecond);
    }
    return new Bandwidth(bytesPerSecond * planEfficiency);
  }

  private void capacity(Wan known, LinkChoice link, double bytesPerSecond) {
    check(known, link.link());
    link.links().forEach(each -> links.computeIfPresent(each, (id, old) -> old.withCapacity(planned(bytesPerSecond))));
  }
}
