package dev.terra.topology;

import dev.terra.config.ConfigException;
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
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * Reads the GML of the Internet Topology Zoo, and its dialect with a {@code bandwidth} (10^6 bit/s per direction) on edges. In a graph with
 * {@code directed 1}, an edge is a link from its source to its target; otherwise it is a link in each direction. The capacity of an edge is
 * its {@code bandwidth} if given, else the Zoo's {@code LinkSpeedRaw} (bit/s), else {@link #DEFAULT_CAPACITY}. The capacities of parallel
 * edges, which the Zoo has, add up. The one-way latency is {@code latency_ms} if given, else the great-circle distance at the speed of
 * light in fibre, else {@link #DEFAULT_LATENCY}. Harmless oddities of a file are accepted, and counted in {@link ReadingNotes}.
 */
final class GmlTopologyReader {
  /** The capacity of edges without any speed: that of a common wavelength in backbones. */
  static final Bandwidth DEFAULT_CAPACITY = Bandwidth.ofMegabitsPerSecond(10_000);
  /** The latency of edges that state none and whose ends have no coordinates. */
  static final Duration DEFAULT_LATENCY = Duration.ofMillis(10);
  /** The speed of light in fibre, about two thirds of that in vacuum. */
  private static final double FIBRE_KM_PER_MS = 204.0;

  private final Path file;
  private final WanAssembler assembler;
  private final ReadingNotes notes;
  private final SiteNames names = new SiteNames();
  private final Map<String, Site> siteByGmlId = new HashMap<>();

  private GmlTopologyReader(Path file, ReadingNotes notes) {
    this.file = file;
    this.assembler = new WanAssembler(file);
    this.notes = notes;
  }

  static Wan read(Path file, String text, ReadingNotes notes) {
    return new GmlTopologyReader(file, notes).read(GmlParser.parse(file, text));
  }

  private Wan read(GmlObject root) {
    List<GmlObject> graphs = root.objects("graph");
    if (graphs.size() != 1) {
      throw new ConfigException(file, graphs.isEmpty() ? 0 : graphs.get(1).line(),
          "expected one 'graph [ ... ]', got " + graphs.size());
    }
    GmlObject graph = graphs.get(0);
    graph.objects("node").forEach(this::readNode);
    readEdges(graph.objects("edge"), isDirected(graph));
    return assembler.build(graph.text("label").or(() -> graph.text("Network")).orElse(file.getFileName().toString()));
  }

  private boolean isDirected(GmlObject graph) {
    double directed = graph.number("directed").orElse(0);
    if (directed != 0 && directed != 1) {
      throw new ConfigException(file, graph.line(), "expected 'directed' to be 0 or 1, got " + directed);
    }
    return directed == 1;
  }

  private void readNode(GmlObject node) {
    String gmlId = node.text("id").orElseThrow(() -> new ConfigException(file, node.line(), "expected a node to have an id"));
    String label = node.text("label").orElse("").strip();
    SiteId id = names.of(label, gmlId);
    notes.count(ReadingNotes.Oddity.EMPTY_LABEL, label.isEmpty());
    notes.count(ReadingNotes.Oddity.LONG_LABEL, label.length() > SiteNames.MAX_LENGTH);
    Site site = new Site(id, label.isEmpty() ? id.name() : label, coordinates(node), 1, List.of());
    if (siteByGmlId.put(gmlId, site) != null) {
      throw new ConfigException(file, node.line(), "node id " + gmlId + " is given twice; expected each id once");
    }
    assembler.site(node.line(), site);
  }

  private Optional<Coordinates> coordinates(GmlObject node) {
    OptionalDouble latitude = node.number("Latitude");
    OptionalDouble longitude = node.number("Longitude");
    return latitude.isPresent() && longitude.isPresent()
        ? Optional.of(assembler.at(node.line(), () -> new Coordinates(latitude.getAsDouble(), longitude.getAsDouble())))
        : Optional.empty();
  }

  private void readEdges(List<GmlObject> edges, boolean directed) {
    Map<LinkId, Parallel> links = new LinkedHashMap<>();
    for (GmlObject edge : edges) {
      SiteId source = site(edge, "source").id();
      SiteId target = site(edge, "target").id();
      notes.count(ReadingNotes.Oddity.SELF_LOOP, source.equals(target));
      if (!source.equals(target)) {
        double capacity = capacity(edge).bytesPerSecond();
        LinkId link = new LinkId(source, target);
        for (LinkId direction : directed ? List.of(link) : List.of(link, link.reversed())) {
          links.merge(direction, new Parallel(edge, capacity), Parallel::plus);
        }
      }
    }
    links.forEach((id, parallel) -> assembler.link(parallel.first.line(), assembler.at(parallel.first.line(),
        () -> new Link(id, new Bandwidth(parallel.bytesPerSecond), latency(parallel.first), OptionalDouble.empty()))));
  }

  /** Parallel edges between the same sites. They are one link with the sum of their capacities, at the place of the first. */
  private record Parallel(GmlObject first, double bytesPerSecond) {
    Parallel plus(Parallel other) {
      return new Parallel(first, bytesPerSecond + other.bytesPerSecond);
    }
  }

  private Site site(GmlObject edge, String key) {
    String id = edge.text(key)
        .orElseThrow(() -> new ConfigException(file, edge.line(), "expected an edge to have a " + key));
    Site site = siteByGmlId.get(id);
    if (site == null) {
      throw new ConfigException(file, edge.line(), "edge names the unknown node id " + id + " as " + key);
    }
    return site;
  }

  private Bandwidth capacity(GmlObject edge) {
    OptionalDouble megabits = edge.number("bandwidth");
    OptionalDouble raw = edge.number("LinkSpeedRaw");
    notes.count(ReadingNotes.Oddity.ASSUMED_CAPACITY, megabits.isEmpty() && raw.isEmpty());
    Bandwidth capacity = assembler.at(edge.line(), () -> megabits.isPresent()
        ? Bandwidth.ofMegabitsPerSecond(megabits.getAsDouble())
        : raw.isPresent() ? new Bandwidth(raw.getAsDouble() / 8) : DEFAULT_CAPACITY);
    if (capacity.bytesPerSecond() <= 0) {
      throw new ConfigException(file, edge.line(), "expected an edge's bandwidth to be above 0, got " + capacity);
    }
    return capacity;
  }

  private Duration latency(GmlObject edge) {
    OptionalDouble given = edge.number("latency_ms");
    if (given.isPresent()) {
      return Duration.ofNanos(Math.round(given.getAsDouble() * 1e6));
    }
    Optional<Coordinates> source = site(edge, "source").coordinates();
    Optional<Coordinates> target = site(edge, "target").coordinates();
    if (source.isPresent() && target.isPresent()) {
      return Duration.ofNanos(Math.round(source.get().kilometresTo(target.get()) / FIBRE_KM_PER_MS * 1e6));
    }
    return DEFAULT_LATENCY;
  }
}
