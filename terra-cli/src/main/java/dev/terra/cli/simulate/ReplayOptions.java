package dev.terra.cli.simulate;

import dev.terra.config.TextFile;
import dev.terra.core.wan.Site;
import dev.terra.core.wan.SiteId;
import dev.terra.core.wan.Wan;
import dev.terra.schedule.path.PathRules;
import dev.terra.schedule.path.PathSets;
import dev.terra.sim.ComputeModel;
import dev.terra.sim.ControllerDelay;
import dev.terra.sim.Evaluation;
import dev.terra.sim.RoundTrips;
import dev.terra.sim.SimulationOptions;
import dev.terra.sim.WanEvent;
import dev.terra.sim.placement.PlacementName;
import dev.terra.sim.placement.TracePlacement;
import dev.terra.sim.trace.Trace;
import dev.terra.sim.trace.Traces;
import dev.terra.topology.Topologies;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options of every command that replays a trace. */
public final class ReplayOptions {
  /** The most bytes of a file of events, which are typed by hand or written by a script; a million events fit. */
  private static final long MAX_EVENTS_BYTES = 64L << 20;

  @Option(names = "--topology", required = true, paramLabel = "FILE", description = "the WAN, .yaml or .gml")
  private Path topology;

  @Option(names = "--trace", required = true, paramLabel = "FILE",
      description = "jobs: .json in Terra's format, anything else in the line formats of published traces (the coflow benchmark's too); "
          + "or a generated trace: generate:jobs=100,load=0.9,shape=coflow|dag,gigabytes=10")
  private String trace;

  @Option(names = "--sites", paramLabel = "SITE", split = ",",
      description = "the sites of a coflow benchmark's racks, in turns (default: all sites of the WAN)")
  private List<String> sites = List.of();

  @Option(names = "--k", paramLabel = "PATHS", defaultValue = "" + PathRules.DEFAULT_PATHS,
      description = "paths per pair of sites, default ${DEFAULT-VALUE}")
  private int pathsPerPair;

  @Option(names = "--alpha", paramLabel = "SHARE", description = "share of each link that terra leaves free, default 0.1")
  private @Nullable Double alpha;

  @Option(names = "--volume", paramLabel = "FACTOR", defaultValue = "1", description = "multiplies all bytes")
  private double volume;

  @Option(names = "--wire-share", paramLabel = "SHARE",
      description = "which part of its bytes each job has on links under Terra's policies, whose chunks are compressed: above 0, at "
          + "most 1; the others carry all bytes (default: what the trace says of each job, else 1)")
  private @Nullable Double wireShare;

  @Option(names = "--rate", paramLabel = "FACTOR", defaultValue = "1", description = "multiplies the arrival rate")
  private double rate;

  @Option(names = "--network", paramLabel = "FACTOR", defaultValue = "1", description = "multiplies all capacities")
  private double network;

  @Option(names = "--compute", paramLabel = "paper|authors|off", defaultValue = "paper",
      description = "time for I/O and computation: the paper's model, that of its authors' simulator, or none; "
          + "default ${DEFAULT-VALUE}")
  private String compute;

  @Option(names = "--hosts", paramLabel = "N", defaultValue = "" + ComputeModel.PAPER_HOSTS_PER_SITE,
      description = "hosts per site, default ${DEFAULT-VALUE}")
  private int hosts;

  @Option(names = "--disk", paramLabel = "BYTES/S", defaultValue = "" + ComputeModel.PAPER_DISK_BYTES_PER_SECOND,
      description = "a host's disk in the paper's model, default ${DEFAULT-VALUE}")
  private double disk;

  @Option(names = "--events", paramLabel = "FILE",
      description = "lines '<seconds> down|up A B' or '<seconds> capacity A B 5 Gbps'")
  private @Nullable Path events;

  @Option(names = "--coalesce", paramLabel = "SECONDS", defaultValue = "0",
      description = "how long the controller gathers events before a round")
  private double coalesce;

  @Option(names = "--delay", paramLabel = "SECONDS", defaultValue = "0",
      description = "how long reports take to reach the controller, and a schedule to reach the first agent")
  private double delay;

  @Option(names = "--spread", paramLabel = "SECONDS", defaultValue = "0",
      description = "how much later the last agent has a schedule than the first; new rates are used from then on")
  private double spread;

  @Option(names = "--path-latency",
      description = "include latencies: a last byte arrives after its path's latency, and TCP connections take round trips to open and "
          + "to grow")
  private boolean pathLatency;

  @Option(names = "--early-start", description = "a shuffle starts when its own producer is done, not when all producers of its stage are")
  private boolean earlyStart;

  @Option(names = "--placement", paramLabel = "stock|balanced|data|terra", defaultValue = "stock",
      description = "where stages that read shuffles run: as the trace has them, as many tasks at each site, where their input is, or "
          + "where the shuffle takes least on the WAN by itself; stages without input, and those named Map..., stay; "
          + "default ${DEFAULT-VALUE}")
  private String placement;

  @Option(names = "--seed", paramLabel = "SEED", defaultValue = "1", description = "the seed of generated traces")
  private long seed;

  /** The paths over which a trace was generated; null if none was. */
  private @Nullable PathSets usualPaths;

  /** Sets one of the values that a sweep changes. */
  void set(String parameter, double value) {
    switch (parameter) {
      case "k" -> pathsPerPair = whole(parameter, value);
      case "alpha" -> alpha = value;
      case "rate" -> rate = value;
      case "volume" -> volume = value;
      case "network" -> network = value;
      case "hosts" -> hosts = whole(parameter, value);
      default -> throw new IllegalArgumentException("unknown parameter '" + parameter + "'; expected one of " + PARAMETERS);
    }
  }

  /** The parameters that {@link #set} accepts. */
  static final List<String> PARAMETERS = List.of("k", "alpha", "rate", "volume", "network", "hosts");

  private static int whole(String parameter, double value) {
    if (value != Math.rint(value) || value < 1 || value > Integer.MAX_VALUE) {
      throw new IllegalArgumentException("'" + parameter + "' is a whole number of at least 1, got " + value);
    }
    return (int) value;
  }

  /**
   * Returns the setting of an evaluation.
   *
   * @throws IllegalArgumentException if a value is out of range
   */
  public Evaluation.Setting setting() {
    if (!(network > 0) || Double.isInfinite(network)) {
      throw new IllegalArgumentException("--network is above 0, got " + network);
    }
    Wan wan = Topologies.load(topology).times(network);
    Trace read = trace(wan);
    Trace sent = wireShare == null ? read : read.withWireShare(wireShare);
    Trace jobs = TracePlacement.of(sent.at(wan).scaled(volume, rate), wan, PlacementName.of(placement), pathsPerPair);
    return new Evaluation.Setting(wan, jobs, pathsPerPair,
        alpha == null ? OptionalDouble.empty() : OptionalDouble.of(alpha), options());
  }

  /** Returns an evaluation of {@link #setting}; the paths over which its trace was made are used again where they are the same. */
  Evaluation evaluation(Evaluation.Setting setting) {
    boolean usual = usualPaths != null && usualPaths.wan() == setting.wan() && usualPaths.rules().equals(PathRules.atMost(pathsPerPair));
    return usualPaths != null && usual ? new Evaluation(setting, usualPaths, System::nanoTime) : new Evaluation(setting, System::nanoTime);
  }

  private SimulationOptions options() {
    ComputeModel model = switch (compute) {
      case "off" -> ComputeModel.off(hosts);
      case "paper" -> new ComputeModel(ComputeModel.Kind.DISK, hosts, disk);
      case "authors" -> ComputeModel.authors(hosts);
      default -> throw new IllegalArgumentException("--compute is paper, authors or off, got '" + compute + "'");
    };
    return new SimulationOptions(model, events(), new ControllerDelay(coalesce, delay, spread),
        pathLatency ? RoundTrips.COUNTED : RoundTrips.NONE, earlyStart);
  }

  private List<WanEvent> events() {
    if (events == null) {
      return List.of();
    }
    try {
      return WanEvent.parse(TextFile.read(events, MAX_EVENTS_BYTES));
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(events + ": " + e.getMessage(), e);
    }
  }

  private List<SiteId> rackSites(Wan wan) {
    return sites.isEmpty() ? wan.sites().stream().map(Site::id).toList() : sites.stream().map(SiteId::new).toList();
  }

  private Trace trace(Wan wan) {
    if (!trace.startsWith(GeneratorSpec.PREFIX)) {
      return Traces.load(Path.of(trace), rackSites(wan));
    }
    usualPaths = new PathSets(wan, PathRules.defaults());
    return GeneratorSpec.generate(usualPaths, GeneratorSpec.parse(trace, seed));
  }
}
