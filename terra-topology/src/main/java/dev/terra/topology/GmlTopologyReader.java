package dev.terra.topology;

import dev.terra.core.units.Bandwidth;
import dev.terra.core.wan.Coordinates;
import dev.terra.core.wan.Link;
import dev.terra.core.wan.LinkId;
import dev.terra.core.wan.Site;
import dev.terra.core.wan.SiteId;
import dev.terra.core.wan.Wan;
import dev.terra.topology.GmlParser.GmlObject;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;

/**
 * The GML of the Internet Topology Zoo, and its dialect with a {@code bandwidth} (10^6 bit/s per direction) on edges. Edges are
 * undirected. Parallel edges, which the Zoo has, add up: bandwidth where given, else the Zoo's {@code LinkSpeedRaw} (bit/s), else
 * {@link #DEFAULT_CAPACITY}. One-way latency is {@code latency_ms} where given, else great-circle distance at the speed of light in
 * fibre, else {@link #DEFAULT_LATENCY}.
 */
final class GmlTopologyReader {
  /** For edges without any speed: the common backbone wave length. */
  static final Bandwidth DEFAULT_CAPACITY = Bandwidth.ofMegabitsPerSecond(10_000);
  /** For edges whose ends have no coordinates. */
  static final Duration DEFAULT_LATENCY = Duration.ofMillis(10);
  /** Light in fibre, about two thirds of that in vacuum. */
  private static final double FIBRE_KM_PER_MS = 204.0;

  private final Path file;
  private final WanAssembler assembler;
  private final Map<String, Site> siteByGmlId = new HashMap<>();

  private GmlTopologyReader(Path file) {
    this.file = file;
    this.assembler = new WanAssembler(file);
  }

  static Wan read(Path file, String text) {
    return new GmlTopologyReader(file).read(GmlParser.parse(file, text));
  }

  private Wan read(GmlObject root) {
    GmlObject graph = root.objects("graph").stream().findFirst()
        .orElseThrow(() -> new TopologyException(file, 0, "expected a 'graph [ ... ]'"));
    Set<String> labels = new HashSet<>();
    graph.objects("node").forEach(node -> readNode(node, labels));
    readEdges(graph.objects("edge"));
    return assembler.build(graph.text("label").or(() -> graph.text("Network")).orElse(file.getFileName().toString()));
  }

  private void readNode(GmlObject node, Set<String> labels) {
    String gmlId = node.text("id").orElseThrow(() -> new TopologyException(file, node.line(), "expected a node to have an id"));
    String label = node.text("label").orElse("node" + gmlId).trim();
    String name = label.replaceAll("[^A-Za-z0-9._-]+", "_");
    if (!labels.add(name)) {
      name = name + "-" + gmlId; // the Zoo repeats labels such as "None"
    }
    SiteId id = siteId(node, name);
    Site site = new Site(id, label, coordinates(node), 1, List.of());
    if (siteByGmlId.put(gmlId, site) != null) {
      throw new TopologyException(file, node.line(), "node id " + gmlId + " is given twice; expected each id once");
    }
    assembler.site(node.line(), site);
  }

  private SiteId siteId(GmlObject node, String name) {
    return assembler.at(node.line(), () -> new SiteId(name));
  }

  private Optional<Coordinates> coordinates(GmlObject node) {
    OptionalDouble latitude = node.number("Latitude");
    OptionalDouble longitude = node.number("Longitude");
    return latitude.isPresent() && longitude.isPresent()
        ? Optional.of(assembler.at(node.line(), () -> new Coordinates(latitude.getAsDouble(), longitude.getAsDouble())))
        : Optional.empty();
  }

  private void readEdges(List<GmlObject> edges) {
    Map<Set<SiteId>, Double> bytesPerSecond = new HashMap<>();
    for (GmlObject edge : edges) {
      bytesPerSecond.merge(ends(edge), capacity(edge).bytesPerSecond(), Double::sum);
    }
    Set<Set<SiteId>> done = new HashSet<>();
    for (GmlObject edge : edges) {
      Set<SiteId> ends = ends(edge);
      if (done.add(ends)) {
        Site from = site(edge, "source");
        Site to = site(edge, "target");
        Bandwidth capacity = assembler.at(edge.line(), () -> new Bandwidth(bytesPerSecond.get(ends)));
        Duration latency = latency(edge, from, to);
        LinkId id = new LinkId(from.id(), to.id());
        for (LinkId direction : List.of(id, id.reversed())) {
          assembler.link(edge.line(),
              assembler.at(edge.line(), () -> new Link(direction, capacity, latency, OptionalDouble.empty())));
        }
      }
    }
  }

  private Set<SiteId> ends(GmlObject edge) {
    return Set.of(assembler.at(edge.line(), () -> site(edge, "source").id()), otherEnd(edge));
  }

  private SiteId otherEnd(GmlObject edge) {
    SiteId source = site(edge, "source").id();
    SiteId target = site(edge, "target").id();
    if (source.equals(target)) {
      throw new TopologyException(file, edge.line(), "edge joins " + source + " with itself; expected two different nodes");
    }
    return target;
  }

  private Site site(GmlObject edge, String key) {
    String id = edge.text(key)
        .orElseThrow(() -> new TopologyException(file, edge.line(), "expected an edge to have a " + key));
    Site site = siteByGmlId.get(id);
    if (site == null) {
      throw new TopologyException(file, edge.line(), "edge names the unknown node id " + id + " as " + key);
    }
    return site;
  }

  private Bandwidth capacity(GmlObject edge) {
    OptionalDouble megabits = edge.number("bandwidth");
    OptionalDouble raw = edge.number("LinkSpeedRaw");
    Bandwidth capacity = assembler.at(edge.line(), () -> megabits.isPresent()
        ? Bandwidth.ofMegabitsPerSecond(megabits.getAsDouble())
        : raw.isPresent() ? new Bandwidth(raw.getAsDouble() / 8) : DEFAULT_CAPACITY);
    if (capacity.bytesPerSecond() <= 0) {
      throw new TopologyException(file, edge.line(), "expected an edge's bandwidth to be above 0, got " + capacity);
    }
    return capacity;
  }

  private Duration latency(GmlObject edge, Site from, Site to) {
    OptionalDouble given = edge.number("latency_ms");
    if (given.isPresent()) {
      return Duration.ofNanos(Math.round(given.getAsDouble() * 1e6));
    }
    if (from.coordinates().isPresent() && to.coordinates().isPresent()) {
      double kilometres = from.coordinates().get().kilometresTo(to.coordinates().get());
      return Duration.ofNanos(Math.round(kilometres / FIBRE_KM_PER_MS * 1e6));
    }
    return DEFAULT_LATENCY;
  }
}
