package dev.terra.lab.demo;

import dev.terra.cli.progress.Progress;
import dev.terra.core.wan.Wan;
import dev.terra.lab.cluster.DemoCluster;
import dev.terra.lab.cluster.DemoPlan;
import dev.terra.lab.command.LabCommand;
import dev.terra.lab.command.NetworkOption;
import dev.terra.lab.engine.Engine;
import dev.terra.lab.engine.EngineName;
import dev.terra.lab.engine.Engines;
import dev.terra.lab.engine.MapOutputCompression;
import dev.terra.lab.engine.MapOutputOption;
import dev.terra.lab.engine.SizeOption;
import dev.terra.lab.engine.SparkVersionConverter;
import dev.terra.lab.jobfaults.FaultKind;
import dev.terra.lab.testbed.AgentsOption;
import dev.terra.lab.testbed.ProtectionOption;
import dev.terra.testbed.engine.SparkVersion;
import dev.terra.topology.Topologies;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Runs the comparison. Exit code 0 means that every job succeeded and all outputs are identical. */
@Command(
    name = "demo",
    mixinStandardHelpOptions = true,
    description = {
      "Runs two real jobs at once on a real YARN cluster over an emulated WAN, with the stock shuffle and with Terra,",
      "and compares outputs and times. Needs root; leaves nothing behind unless --keep is given."
    })
public final class DemoCommand extends LabCommand {
  private static final int MAX_RUNS = 50;
  /**
   * The faults that the demo offers. A NodeManager that is killed loses its counters, which the report needs; a
   * preemption takes minutes and a slow WAN.
   */
  private static final Set<FaultKind> DEMO_FAULTS = Set.of(FaultKind.AGENT, FaultKind.CONTROLLER, FaultKind.LINK);
  /** The scale factor of TPC-H's tables: 110 MB, for a demo that ends within minutes. */
  private static final double SCALE_FACTOR = 0.1;

  @Option(names = "--topology", paramLabel = "FILE", description = "Topology file (default: topologies/triangle.yaml).")
  private Optional<Path> topology = Optional.empty();

  @Option(names = "--engine", paramLabel = "ENGINE", converter = EngineName.Converter.class, defaultValue = "mr",
      description = "Whose jobs: mr, mr-text, tez, hive or spark (default: ${DEFAULT-VALUE}).")
  private EngineName engineName;

  @Option(names = "--spark", paramLabel = "VERSION", converter = SparkVersionConverter.class, defaultValue = "3.5",
      description = "The version of Spark: 3.5 or 4.1, 4.x for the newest (default: ${DEFAULT-VALUE}).")
  private SparkVersion spark;

  @Option(names = "--scale", paramLabel = "X",
      description = "Factor on all link capacities (default: so that the optimum is 40 s for three sites, 160 s for five).")
  private Optional<Double> scale = Optional.empty();

  @Mixin private SizeOption size;

  @Mixin private MapOutputOption mapOutput;

  @Option(names = "--runs", paramLabel = "N", defaultValue = "1",
      description = "Runs with each shuffle, alternating which comes first (default: ${DEFAULT-VALUE}).")
  private int runs;

  @Option(names = "--fault", paramLabel = "KIND", converter = FaultKind.Converter.class,
      description = "Break something in the middle of the last Terra run: agent, controller or link.")
  private Optional<FaultKind> fault = Optional.empty();

  @Mixin private NetworkOption network;

  @Option(names = "--controllers", paramLabel = "N", defaultValue = "1",
      description = "Terra's controllers, 1 to 5; several agree on one through a ZooKeeper (default: ${DEFAULT-VALUE}).")
  private int controllers;

  @Mixin private AgentsOption agents;

  @Mixin private ProtectionOption protection;

  @Option(names = "--keep", description = "Leave the testbed running and say what to look at.")
  private boolean keep;

  @Option(names = "--watch", description = "Say where a browser of this machine finds the dashboard, and keep that in sight.")
  private boolean watch;

  @Override
  public Integer call() throws Exception {
    MapOutputCompression compression = mapOutput();
    Wan wan = Topologies.load(topologyFile());
    Engine engine = Engines.create(engineName, size.factor(), SCALE_FACTOR, spark, compression);
    DemoPlan plan = plan(wan, engine);
    Progress progress = progress();
    engine.install(progress);
    progress.say("%s with link capacities x %.4g: at the optimum the shuffles take %.0f s", wan, plan.scale(), plan.gammaSeconds());
    DemoReport report;
    DemoCluster.Kind kind = new DemoCluster.Kind(network.value(), protection.value(), controllers, agents.perSite());
    try (DemoCluster cluster = DemoCluster.up(topologyFile(), plan, kind, progress, keep)) {
      Optional<String> dashboard = watch || keep ? Optional.of(cluster.openDashboard()) : Optional.empty();
      dashboard.filter(address -> watch).ifPresent(address -> progress.pin("dashboard: " + address));
      report = new Demo(new JobRunner(cluster, engine, plan, progress, System::nanoTime)).compare(runs, fault);
      progress.unpin();
      if (keep) {
        cluster.sayWhatToLookAt(progress, dashboard.orElseThrow());
      }
    }
    return report(report, report.allOutputsIdentical(), DemoTable::print);
  }

  private Path topologyFile() {
    return topology(topology, "triangle");
  }

  private MapOutputCompression mapOutput() {
    MapOutputCompression compression;
    try {
      compression = mapOutput.of(List.of(engineName));
    } catch (IllegalArgumentException e) {
      throw wrong(e.getMessage());
    }
    if (protection.value().hasUsers() && compression != MapOutputCompression.OFF) {
      throw wrong("--map-output-compression " + compression.label() + ": tasks of a cluster with --secure are not "
          + "set up for the codec's library");
    }
    return compression;
  }

  private DemoPlan plan(Wan wan, Engine engine) {
    expect("--runs", runs, 1, MAX_RUNS);
    if (scale.isPresent() && !(scale.get() > 0 && Double.isFinite(scale.get()))) {
      throw wrong("--scale is above 0, got " + scale.get());
    }
    fault.filter(kind -> !DEMO_FAULTS.contains(kind)).ifPresent(kind -> {
      throw wrong("--fault is agent, controller or link, got " + kind.label() + " (see ./terra verify engines --faults)");
    });
    if (protection.value().hasUsers() && engine.name() != EngineName.MR && engine.name() != EngineName.MR_TEXT) {
      throw wrong("--secure runs MapReduce's jobs only, got --engine " + engine.name().label());
    }
    return DemoPlan.of(wan, engine, size.factor(), scale);
  }

}
