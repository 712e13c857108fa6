package dev.terra.lab.demo;

import dev.terra.lab.cluster.DemoCluster;
import dev.terra.lab.cluster.DemoPlan;
import dev.terra.lab.command.LabCommand;
import dev.terra.lab.engine.Engine;
import dev.terra.lab.engine.EngineName;
import dev.terra.lab.engine.Engines;
import dev.terra.lab.engine.MapOutputCompression;
import dev.terra.testbed.engine.SparkVersion;
import dev.terra.topology.Topologies;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine.Option;

/** A suite that runs MapReduce's jobs on a cluster of its own. */
public abstract class JobCommand extends LabCommand {
  @Option(names = "--topology", paramLabel = "FILE", description = "Topology file (default: topologies/triangle.yaml).")
  private Optional<Path> topology = Optional.empty();

  /** The work of a suite on a cluster that is up. */
  protected interface Work<T> {
    /** Does the work. */
    T with(JobRunner runner) throws IOException, InterruptedException;
  }

  /** Brings a cluster up, does some work with jobs of a multiple of the usual size, and takes the cluster down. */
  protected final <T> T onCluster(double size, DemoCluster.Kind kind, Work<T> work) throws IOException, InterruptedException {
    Path file = topology(topology, "triangle");
    Engine engine = Engines.create(EngineName.MR, size, 1, SparkVersion.V3_5, MapOutputCompression.OFF);
    DemoPlan plan = DemoPlan.of(Topologies.load(file), engine, size, Optional.empty());
    engine.install(progress());
    try (DemoCluster cluster = DemoCluster.up(file, plan, kind, progress(), false)) {
      return work.with(new JobRunner(cluster, engine, plan, progress(), System::nanoTime));
    }
  }
}
