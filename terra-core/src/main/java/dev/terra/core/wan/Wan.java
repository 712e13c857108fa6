package dev.terra.core.wan;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableListMultimap;
import com.google.common.collect.ImmutableMap;
import com.google.common.collect.Multimaps;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/**
 * An immutable directed graph of sites. Sites and links also have dense indexes, in the order in which they were given, for
 * algorithms that work on arrays. A WAN need not be connected: links go down; {@link #reachableFrom} tells.
 */
public final class Wan {
  private final String name;
  private final ImmutableList<Site> sites;
  private final ImmutableList<Link> links;
  private final ImmutableMap<SiteId, Integer> siteIndex;
  private final ImmutableMap<LinkId, Integer> linkIndex;
  private final ImmutableList<ImmutableList<Link>> outgoing;

  /**
   * A WAN of these sites and directed links.
   *
   * @throws IllegalArgumentException on a repeated site or link, or a link to a site that is not given
   */
  public Wan(String name, Collection<Site> sites, Collection<Link> links) {
    this.name = name;
    this.sites = ImmutableList.copyOf(sites);
    this.links = ImmutableList.copyOf(links);
    this.siteIndex = indexSites(this.sites);
    this.linkIndex = indexLinks(this.links, siteIndex);
    this.outgoing = groupBySource(this.links, this.sites);
  }

  private static ImmutableMap<SiteId, Integer> indexSites(List<Site> sites) {
    Map<SiteId, Integer> index = new LinkedHashMap<>();
    for (Site site : sites) {
      if (index.put(site.id(), index.size()) != null) {
        throw new IllegalArgumentException("site " + site.id() + " is given twice");
      }
    }
    return ImmutableMap.copyOf(index);
  }

  private static ImmutableMap<LinkId, Integer> indexLinks(List<Link> links, Map<SiteId, Integer> sites) {
    Map<LinkId, Integer> index = new LinkedHashMap<>();
    for (Link link : links) {
      for (SiteId end : List.of(link.id().from(), link.id().to())) {
        if (!sites.containsKey(end)) {
          throw new IllegalArgumentException("link " + link.id() + " names the unknown site " + end);
        }
      }
      if (index.put(link.id(), index.size()) != null) {
        throw new IllegalArgumentException("link " + link.id() + " is given twice");
      }
    }
    return ImmutableMap.copyOf(index);
  }

  private static ImmutableList<ImmutableList<Link>> groupBySource(List<Link> links, List<Site> sites) {
    ImmutableListMultimap<SiteId, Link> bySource = Multimaps.index(links, link -> link.id().from());
    return sites.stream().map(site -> bySource.get(site.id())).collect(ImmutableList.toImmutableList());
  }

  /** Its name, for people. */
  public String name() {
    return name;
  }

  /** All sites, in index order. */
  public ImmutableList<Site> sites() {
    return sites;
  }

  /** All directed links, in index order. */
  public ImmutableList<Link> links() {
    return links;
  }

  /** Whether this site is part of it. */
  public boolean contains(SiteId site) {
    return siteIndex.containsKey(site);
  }

  /**
   * The dense index of a site.
   *
   * @throws IllegalArgumentException if it is not part of this WAN
   */
  public int indexOf(SiteId site) {
    Integer index = siteIndex.get(site);
    if (index == null) {
      throw new IllegalArgumentException("unknown site " + site + "; " + name + " has " + siteIndex.keySet());
    }
    return index;
  }

  /**
   * The dense index of a directed link.
   *
   * @throws IllegalArgumentException if it is not part of this WAN
   */
  public int indexOf(LinkId link) {
    Integer index = linkIndex.get(link);
    if (index == null) {
      throw new IllegalArgumentException("no link " + link + " in " + name);
    }
    return index;
  }

  /** The link, if it is part of this WAN. */
  public Optional<Link> link(LinkId id) {
    return Optional.ofNullable(linkIndex.get(id)).map(links::get);
  }

  /** The site, if it is part of this WAN. */
  public Optional<Site> site(SiteId id) {
    return Optional.ofNullable(siteIndex.get(id)).map(sites::get);
  }

  /** The links that leave a site. */
  public ImmutableList<Link> linksFrom(SiteId site) {
    return outgoing.get(indexOf(site));
  }

  /** Capacities in bytes/s by link index; a fresh array. */
  public double[] capacities() {
    return links.stream().mapToDouble(link -> link.capacity().bytesPerSecond()).toArray();
  }

  /** The sites that can be reached from one, itself included. */
  public List<SiteId> reachableFrom(SiteId start) {
    Map<SiteId, Boolean> seen = new HashMap<>();
    List<SiteId> queue = new ArrayList<>(List.of(start));
    seen.put(start, true);
    for (int i = 0; i < queue.size(); i++) {
      for (Link link : linksFrom(queue.get(i))) {
        if (seen.put(link.id().to(), true) == null) {
          queue.add(link.id().to());
        }
      }
    }
    return queue;
  }

  /** This WAN with each link changed by the operator. */
  public Wan mapLinks(UnaryOperator<Link> operator) {
    return new Wan(name, sites, links.stream().map(operator).toList());
  }

  /** This WAN with all its sites, and only the links that the predicate keeps. */
  public Wan keepLinks(Predicate<Link> kept) {
    return new Wan(name, sites, links.stream().filter(kept).toList());
  }

  @Override
  public String toString() {
    return name + " (" + sites.size() + " sites, " + links.size() + " directed links)";
  }
}
