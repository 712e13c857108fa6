package dev.terra.core.wan;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableListMultimap;
import com.google.common.collect.ImmutableMap;
import com.google.common.collect.Multimaps;
import dev.terra.core.units.Bandwidth;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * An immutable directed graph of sites. Sites and links also have dense indexes, in the order in which they were given, for algorithms that
 * work on arrays. A WAN need not be connected, since links go down; {@link #reachableFrom} returns the sites that are connected to a site.
 *
 * <p>Its resources are its links and the caps of its sites. They share one range of indexes, in which the caps follow the links.
 */
public final class Wan {
  private final String name;
  private final ImmutableList<Site> sites;
  private final ImmutableList<Link> links;
  private final ImmutableMap<SiteId, Integer> siteIndex;
  private final ImmutableList<SiteCap> caps;
  private final ImmutableMap<WanResource, Integer> resourceIndex;
  private final ImmutableList<ImmutableList<Link>> outgoing;

  /**
   * Creates a WAN of these sites and directed links.
   *
   * @throws IllegalArgumentException on a repeated site or link, or a link to a site that is not given
   */
  public Wan(String name, Collection<Site> sites, Collection<Link> links) {
    this.name = name;
    this.sites = ImmutableList.copyOf(sites);
    this.links = ImmutableList.copyOf(links);
    this.siteIndex = indexSites(this.sites);
    this.caps = this.sites.stream().flatMap(Wan::capsOf).collect(ImmutableList.toImmutableList());
    this.resourceIndex = indexResources(this.links, this.caps, siteIndex);
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

  private static Stream<SiteCap> capsOf(Site site) {
    return Stream.of(SiteCap.Direction.values()).filter(direction -> site.caps().of(direction).isPresent())
        .map(direction -> new SiteCap(site.id(), direction));
  }

  private static ImmutableMap<WanResource, Integer> indexResources(List<Link> links, List<SiteCap> caps, Map<SiteId, Integer> sites) {
    Map<WanResource, Integer> index = new LinkedHashMap<>();
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
    caps.forEach(cap -> index.put(cap, index.size()));
    return ImmutableMap.copyOf(index);
  }

  private static ImmutableList<ImmutableList<Link>> groupBySource(List<Link> links, List<Site> sites) {
    ImmutableListMultimap<SiteId, Link> bySource = Multimaps.index(links, link -> link.id().from());
    return sites.stream().map(site -> bySource.get(site.id())).collect(ImmutableList.toImmutableList());
  }

  /** Returns the name of the WAN, for people. */
  public String name() {
    return name;
  }

  /** Returns all sites, in the order of their indexes. */
  public ImmutableList<Site> sites() {
    return sites;
  }

  /** Returns all directed links, in the order of their indexes. */
  public ImmutableList<Link> links() {
    return links;
  }

  /** Returns the caps of all sites, in the order of their indexes. */
  public ImmutableList<SiteCap> caps() {
    return caps;
  }

  /** Returns the link or cap with an index. */
  public WanResource resource(int index) {
    return index < links.size() ? links.get(index).id() : caps.get(index - links.size());
  }

  /** Returns the indexes of the resources that bytes on a link use: first the link, then the caps of the two sites that it joins. */
  public int[] resources(LinkId link) {
    return IntStream.concat(IntStream.of(indexOf(link)),
        caps.stream().filter(cap -> cap.counts(link)).mapToInt(this::indexOf)).toArray();
  }

  /** Returns the resources that bytes on a path use: its links in order, then caps. */
  public List<WanResource> resources(Path path) {
    return Stream.<WanResource>concat(path.links().stream(),
        caps.stream().filter(cap -> path.links().stream().anyMatch(cap::counts))).toList();
  }

  /** Returns whether a site is part of this WAN. */
  public boolean contains(SiteId site) {
    return siteIndex.containsKey(site);
  }

  /**
   * Returns the dense index of a site.
   *
   * @throws IllegalArgumentException if this WAN does not contain it
   */
  public int indexOf(SiteId site) {
    Integer index = siteIndex.get(site);
    if (index == null) {
      throw new IllegalArgumentException("unknown site " + site + "; " + name + " has " + siteIndex.keySet());
    }
    return index;
  }

  /**
   * Returns the dense index of a directed link or of a cap.
   *
   * @throws IllegalArgumentException if this WAN does not contain it
   */
  public int indexOf(WanResource resource) {
    Integer index = resourceIndex.get(resource);
    if (index == null) {
      throw new IllegalArgumentException("no " + (resource instanceof LinkId ? "link " : "") + resource + " in " + name);
    }
    return index;
  }

  /** Returns the link with an id, if it is part of this WAN. */
  public Optional<Link> link(LinkId id) {
    return Optional.ofNullable(resourceIndex.get(id)).map(links::get);
  }

  /** Returns the site with an id, if it is part of this WAN. */
  public Optional<Site> site(SiteId id) {
    return Optional.ofNullable(siteIndex.get(id)).map(sites::get);
  }

  /** Returns the links that leave a site. */
  public ImmutableList<Link> linksFrom(SiteId site) {
    return outgoing.get(indexOf(site));
  }

  /** Returns the capacities of all links and caps in bytes/s by index, in a new array. */
  public double[] capacities() {
    return Stream.concat(links.stream().map(Link::capacity), caps.stream().map(this::cap)).mapToDouble(Bandwidth::bytesPerSecond).toArray();
  }

  private Bandwidth cap(SiteCap cap) {
    return sites.get(indexOf(cap.site())).caps().of(cap.direction()).orElseThrow();
  }

  /**
   * Returns the capacities of another state of this WAN, in bytes/s by the indexes of this one, in a new array. The capacity of a link that
   * the other state lacks is 0.
   *
   * @throws IllegalArgumentException if the other WAN has a link or a cap that this one lacks
   */
  public double[] capacitiesIn(Wan other) {
    double[] capacity = capacities();
    Arrays.fill(capacity, 0, links.size(), 0);
    other.links.forEach(link -> capacity[indexOf(link.id())] = link.capacity().bytesPerSecond());
    other.caps.forEach(cap -> capacity[indexOf(cap)] = other.cap(cap).bytesPerSecond());
    return capacity;
  }

  /** Returns the capacity of a link or the value of a cap, if it is part of this WAN. */
  public Optional<Bandwidth> capacity(WanResource resource) {
    return resource instanceof SiteCap cap ? site(cap.site()).flatMap(site -> site.caps().of(cap.direction()))
        : Optional.ofNullable(resourceIndex.get(resource)).map(index -> links.get(index).capacity());
  }

  /** Returns the sites that can be reached from a site, including the site itself. */
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

  /** Returns this WAN with each link changed by the operator. */
  public Wan mapLinks(UnaryOperator<Link> operator) {
    return new Wan(name, sites, links.stream().map(operator).toList());
  }

  /** Returns this WAN with all its sites, and only the links that the predicate keeps. */
  public Wan keepLinks(Predicate<Link> kept) {
    return new Wan(name, sites, links.stream().filter(kept).toList());
  }

  /** Returns this WAN with each cap changed by the operator. */
  public Wan mapCaps(BiFunction<SiteCap, Bandwidth, Bandwidth> operator) {
    return caps.isEmpty() ? this : new Wan(name, sites.stream().map(site -> site.withCaps(new SiteCaps(
        changed(site, SiteCap.Direction.EGRESS, operator), changed(site, SiteCap.Direction.INGRESS, operator)))).toList(), links);
  }

  private static Optional<Bandwidth> changed(
      Site site, SiteCap.Direction direction, BiFunction<SiteCap, Bandwidth, Bandwidth> operator) {
    return site.caps().of(direction).map(cap -> operator.apply(new SiteCap(site.id(), direction), cap));
  }

  /** Returns this WAN with all capacities and caps multiplied by a factor above 0. */
  public Wan times(double factor) {
    return mapLinks(link -> link.withCapacity(link.capacity().times(factor))).mapCaps((cap, bandwidth) -> bandwidth.times(factor));
  }

  @Override
  public String toString() {
    return name + " (" + sites.size() + " sites, " + links.size() + " directed links)";
  }
}
