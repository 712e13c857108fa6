package dev.terra.lab.suites;

import dev.terra.core.wan.Wan;
import dev.terra.lab.cluster.DemoCluster;
import dev.terra.lab.cluster.DemoJob;
import dev.terra.lab.cluster.DemoPlan;
import dev.terra.lab.command.LabCommand;
import dev.terra.lab.demo.JobRunner;
import dev.terra.lab.demo.RunResult;
import dev.terra.lab.engine.EngineName;
import dev.terra.lab.engine.HiveEngine;
import dev.terra.lab.engine.ReplicatingEngine;
import dev.terra.lab.engine.SizeOption;
import dev.terra.lab.engine.SparkEngine;
import dev.terra.lab.engine.TezEngine;
import dev.terra.testbed.LabNetwork;
import dev.terra.testbed.TerraSetup;
import dev.terra.topology.Topologies;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code ./terra verify cache}: checks that what many tasks of a site read crosses the WAN once. */
@Command(
    name = "cache",
    mixinStandardHelpOptions = true,
    description = {
      "Runs a join of which many tasks at each site read the same outputs: Tez's with a broadcast, a query of Hive's with map joins, or a",
      "skewed join of Spark's. With the stock shuffle, with Terra, and with the cache of a site's agent. Exit code 0 if results are",
      "identical, no task needs another attempt, and with the cache at most 1.05 copies for each site cross the WAN. Needs root, and some",
      "ten minutes."
    })
public final class VerifyCacheCommand extends LabCommand {
  private static final int MOST_READERS = 50;
  private static final double STOCK_SECONDS = 60;
  private static final String STOCK = JobRunner.STOCK;
  private static final String TERRA = "terra";
  private static final String CACHE = "cache";
  /**
   * The size of the cache, as a multiple of what the job's tasks read at all sites. A segment needs more memory than
   * its bytes, and what is read once is cached too.
   */
  private static final int ROOM = 4;
  /** The largest cache. Agents of all sites share this machine, and a cache is on the heap. */
  private static final long MOST_MEMORY_BYTES = 256L << 20;

  @Option(names = "--topology", paramLabel = "FILE", description = "Topology file (default: topologies/triangle.yaml).")
  private Optional<Path> topology = Optional.empty();

  @Option(names = "--engine", paramLabel = "ENGINE", defaultValue = "tez", converter = EngineName.Converter.class,
      description = "tez, hive or spark (default: ${DEFAULT-VALUE}).")
  private EngineName engineName;

  @Option(names = "--readers", paramLabel = "N", defaultValue = "12",
      description = "Tasks that read the outputs, for each site, 1 to 50; with hive, each of its containers reads them once (default: "
          + "${DEFAULT-VALUE}).")
  private int readers;

  @Mixin private SizeOption size;

  @Override
  public Integer call() throws IOException, InterruptedException {
    expect("--readers", readers, 1, MOST_READERS);
    Path file = topology(topology, "triangle");
    Wan wan = Topologies.load(file);
    ReplicatingEngine engine = engine();
    DemoPlan plan = plan(wan, engine);
    if (memoryBytes(plan, wan) > MOST_MEMORY_BYTES) {
      throw wrong(String.format(Locale.ROOT, "--size: each agent would need a cache of %d MB, and %d MB is the most",
          memoryBytes(plan, wan) >> 20, MOST_MEMORY_BYTES >> 20));
    }
    engine.install(progress());
    CacheReport report;
    try (DemoCluster cluster = DemoCluster.up(file, plan, LabNetwork.OVERLAY, progress(), false)) {
      report = run(new JobRunner(cluster, engine, plan, progress(), System::nanoTime), engine);
    }
    return report(report, report.problems().isEmpty(), VerifyCacheCommand::print);
  }

  private ReplicatingEngine engine() {
    return switch (engineName) {
      case TEZ -> TezEngine.broadcast(size.factor(), readers);
      case HIVE -> HiveEngine.mapJoins(size.factor());
      case SPARK -> SparkEngine.skewJoin(size.factor(), readers);
      case MR, MR_TEXT -> throw wrong("--engine: expected tez, hive or spark, as each output of " + engineName.label() + " has one reader");
    };
  }

  /**
   * Returns a plan with links so slow that the join takes the wanted time at the optimum with the stock shuffle, which
   * sends a copy to each reader.
   */
  private DemoPlan plan(Wan wan, ReplicatingEngine engine) {
    double oneCopySeconds = DemoPlan.of(wan, engine, size.factor(), Optional.of(1.0)).gammaSeconds() * wan.sites().size();
    return DemoPlan.of(wan, engine, size.factor(), Optional.of(oneCopySeconds * readersPerSite() / STOCK_SECONDS));
  }

  private int readersPerSite() {
    return engineName == EngineName.HIVE ? HiveEngine.CONTAINERS_PER_SITE : readers;
  }

  private CacheReport run(JobRunner runner, ReplicatingEngine engine) throws IOException, InterruptedException {
    DemoCluster cluster = runner.cluster();
    List<DemoJob> jobs = runner.plan().jobs();
    int sites = cluster.wan().sites().size();
    engine.prepare(cluster, List.of(jobs.get(0), runner.plan().warmUps().get(0)), progress());
    runner.warmUp(STOCK, runner.plan().warmUps(), false);
    RunResult stock = run(runner, STOCK, false);
    runner.warmUp(TERRA, runner.plan().warmUps(), true);
    RunResult terra = run(runner, TERRA, true);
    long memoryBytes = memoryBytes(runner.plan(), cluster.wan());
    cluster.control().restartAgents(TerraSetup.USUAL.withAgentLines("cache: {memoryBytes: " + memoryBytes + "}"));
    RunResult cached = run(runner, CACHE, true);
    CacheReport.Runs runs = new CacheReport.Runs(new CacheReport.Run(seconds(stock), onLinks(stock)),
        new CacheReport.Run(seconds(terra), across(terra)), new CacheReport.Run(seconds(cached), across(cached)),
        runner.identical(jobs, TERRA, CACHE), cached.counters());
    CacheReport.Join join = new CacheReport.Join(cluster.wan().name(), engineName.label(), readersPerSite(), memoryBytes);
    return CacheReport.of(join, engine.volume(cluster, jobs.get(0), CACHE).oneCopyBytes(sites), runs);
  }

  private static long memoryBytes(DemoPlan plan, Wan wan) {
    return ROOM * plan.jobs().get(0).bytesPerSite() * wan.sites().size();
  }

  private RunResult run(JobRunner runner, String name, boolean terra) throws IOException, InterruptedException {
    progress().say("%s: a join of which many tasks at each site read the same", name);
    RunResult result = runner.run(name, runner.plan().jobs(), terra, Optional.empty());
    progress().say("%s: done, %s, %.1f MB on links, %.1f MB by tunnels", name, result.secondsByJob(), onLinks(result) / 1e6,
        byTunnels(result) / 1e6);
    return result;
  }

  private static double seconds(RunResult run) {
    return run.secondsByJob().values().stream().mapToDouble(Double::doubleValue).sum();
  }

  private static long across(RunResult run) {
    return byTunnels(run) + run.shuffle().stockBytes() + run.shuffle().bypassedBytes();
  }

  private static long byTunnels(RunResult run) {
    return run.deliveredByPath().values().stream().mapToLong(Long::longValue).sum();
  }

  private static long onLinks(RunResult run) {
    return run.linkBytes().values().stream().mapToLong(Long::longValue).sum();
  }

  private static void print(PrintWriter out, CacheReport report) {
    out.printf(Locale.ROOT, "%s on %s; one copy for each site: %.1f MB; a cache of %.1f MB%n", report.join().engine(),
        report.join().topology(), report.oneCopyBytes() / 1e6, report.join().memoryBytes() / 1e6);
    print(out, "stock shuffle (all IP bytes)", report.runs().stock(), report.oneCopyBytes());
    print(out, "Terra", report.runs().terra(), report.oneCopyBytes());
    print(out, "Terra with the cache", report.runs().cache(), report.oneCopyBytes());
    report.problems().forEach(problem -> out.println("DOES NOT HOLD: " + problem));
  }

  private static void print(PrintWriter out, String label, CacheReport.Run run, long oneCopyBytes) {
    out.printf(Locale.ROOT, "  %-30s %6.1f s, %6.1f MB, %5.2f copies%n", label, run.seconds(), run.bytesAcross() / 1e6,
        run.copies(oneCopyBytes));
  }
}
