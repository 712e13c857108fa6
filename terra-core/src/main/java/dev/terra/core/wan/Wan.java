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
 * An immutable directed graph of sites. Sites and links also have dense indexes, in the order in which they were given, for
 * algorithms that work on arrays. A WAN need not be connected: links go down; {@link #reachableFrom} tells.
 *
 * <p>Its resources are its links and the caps of its sites. They share one row of indexes, in which the caps follow the links.
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
   * A WAN of these sites and directed links.
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

  /** The caps of its sites, in index order. */
  public ImmutableList<SiteCap> caps() {
    return caps;
  }

  /** The link or cap of an index. */
  public WanResource resource(int index) {
    return index < links.size() ? links.get(index).id() : caps.get(index - links.size());
  }

  /** What bytes on a link take a part of: the link first, then the caps of its ends, by index. */
  public int[] resources(LinkId link) {
    return IntStream.concat(IntStream.of(indexOf(link)),
        caps.stream().filter(cap -> cap.counts(link)).mapToInt(this::indexOf)).toArray();
  }

  /** What bytes on a path take a part of: its links in order, then caps. */
  public List<WanResource> resources(Path path) {
    return Stream.<WanResource>concat(path.links().stream(),
        caps.stream().filter(cap -> path.links().stream().anyMatch(cap::counts))).toList();
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
   * The dense index of a directed link or of a cap.
   *
   * @throws IllegalArgumentException if it is not part of this WAN
   */
  public int indexOf(WanResource resource) {
    Integer index = resourceIndex.get(resource);
    if (index == null) {
      throw new IllegalArgumentException("no " + (resource instanceof LinkId ? "link " : "") + resource + " in " + name);
    }
    return index;
  }

  /** The link, if it is part of this WAN. */
  public Optional<Link> link(LinkId id) {
    return Optional.ofNullable(resourceIndex.get(id)).map(links::get);
  }

  /** The site, if it is part of this WAN. */
  public Optional<Site> site(SiteId id) {
    return Optional.ofNullable(siteIndex.get(id)).map(sites::get);
  }

  /** The links that leave a site. */
  public ImmutableList<Link> linksFrom(SiteId site) {
    return outgoing.get(indexOf(site));
  }

  /** Capacities of links, and after them caps, in bytes/s by index; a fresh array. */
  public double[] capacities() {
    return Stream.concat(links.stream().map(Link::capacity), caps.stream().map(this::cap)).mapToDouble(Bandwidth::bytesPerSecond).toArray();
  }

  private Bandwidth cap(SiteCap cap) {
    return sites.get(indexOf(cap.site())).caps().of(cap.direction()).orElseThrow();
  }

  /**
   * Capacities at another time, in bytes/s by the indexes of this WAN: 0 of links that are not there then; a fresh array.
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

  /** What a link carries, or what a cap is, if it is part of this WAN. */
  public Optional<Bandwidth> capacity(WanResource resource) {
    return resource instanceof SiteCap cap ? site(cap.site()).flatMap(site -> site.caps().of(cap.direction()))
        : Optional.ofNullable(resourceIndex.get(resource)).map(index -> links.get(index).capacity());
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

  /** This WAN with each cap changed by the operator. */
  public Wan mapCaps(BiFunction<SiteCap, Bandwidth, Bandwidth> operator) {
    return caps.isEmpty() ? this : new Wan(name, sites.stream().map(site -> site.withCaps(new SiteCaps(
        changed(site, SiteCap.Direction.EGRESS, operator), changed(site, SiteCap.Direction.INGRESS, operator)))).toList(), links);
  }

  private static Optional<Bandwidth> changed(
      Site site, SiteCap.Direction direction, BiFunction<SiteCap, Bandwidth, Bandwidth> operator) {
    return site.caps().of(direction).map(cap -> operator.apply(new SiteCap(site.id(), direction), cap));
  }

  /** This WAN with so many times the capacities and caps, a factor above 0. */
  public Wan times(double factor) {
    return mapLinks(link -> link.withCapacity(link.capacity().times(factor))).mapCaps((cap, bandwidth) -> bandwidth.times(factor));
  }

  @Override
  public String toString() {
    return name + " (" + sites.size() + " sites, " + links.size() + " directed links)";
  }
}
