package dev.terra.lab.suites;

import dev.terra.cli.progress.Progress;
import dev.terra.core.wan.Wan;
import dev.terra.lab.cluster.DemoCluster;
import dev.terra.lab.cluster.DemoJob;
import dev.terra.lab.cluster.DemoPlan;
import dev.terra.lab.command.LabCommand;
import dev.terra.lab.demo.Demo;
import dev.terra.lab.demo.DemoReport;
import dev.terra.lab.demo.DemoTable;
import dev.terra.lab.demo.JobRunner;
import dev.terra.lab.engine.Engine;
import dev.terra.lab.engine.EngineName;
import dev.terra.lab.engine.Engines;
import dev.terra.lab.engine.MapOutputOption;
import dev.terra.lab.engine.SizeOption;
import dev.terra.lab.engine.SparkEngine;
import dev.terra.lab.engine.SparkSetting;
import dev.terra.lab.engine.SparkVersionConverter;
import dev.terra.lab.jobfaults.FaultKind;
import dev.terra.testbed.LabNetwork;
import dev.terra.testbed.engine.SparkVersion;
import dev.terra.topology.Topologies;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code ./terra verify engines}: runs every engine's jobs with both shuffles. Exit code 0 means that no job was affected. */
@Command(
    name = "engines",
    mixinStandardHelpOptions = true,
    description = {
      "Runs the jobs of every engine, on a testbed of its own for each, with the stock shuffle and with Terra: results are identical, no",
      "fetch fails that stock does not fail, no task needs another attempt, and tunnels carry 95 %% of the eligible bytes across sites.",
      "Needs root, and ten minutes to an hour for each engine.",
      "With --faults, something breaks in the middle of an engine's first jobs instead: their results are those of the stock shuffle,",
      "what breaks of Terra's costs no attempt, and a killed agent less than 5 s (median)."
    })
public final class VerifyEnginesCommand extends LabCommand {
  /** The largest scale factor. A machine that runs all sites cannot do more in reasonable time. */
  private static final double MAX_SCALE_FACTOR = 10;
  private static final int MAX_ROUNDS = 100;
  /** The optimum of jobs that are preempted for twelve minutes. The floor that they have all the while must not complete them. */
  private static final double PREEMPTED_GAMMA_SECONDS = 300;

  @Option(names = "--topology", paramLabel = "FILE", description = "Topology file (default: topologies/swan.yaml).")
  private Optional<Path> topology = Optional.empty();

  @Option(names = "--engine", paramLabel = "ENGINE", converter = EngineName.Converter.class, split = ",",
      description = "Only these: mr, mr-text, tez, hive, spark (default: all).")
  private List<EngineName> engines = List.of(EngineName.values());

  @Mixin private SizeOption size;

  @Mixin private MapOutputOption mapOutput;

  @Option(names = "--scale-factor", paramLabel = "X", defaultValue = "1",
      description = {"Of TPC-H's tables, which Hive's queries read; at 1 they have 1.1 GB (default: ${DEFAULT-VALUE}).",
          "Above 0.25 the optimum is longer."})
  private double scaleFactor;

  @Option(names = "--spark", paramLabel = "VERSION", converter = SparkVersionConverter.class, defaultValue = "3.5",
      description = "The version of Spark: 3.5 or 4.1, 4.x for the newest (default: ${DEFAULT-VALUE}).")
  private SparkVersion spark;

  @Option(names = "--faults", paramLabel = "KIND", converter = FaultKind.Converter.class, split = ",",
      description = {"What breaks: agent, agent-stall, controller, controller-stall, link, corruption, service, node,",
          "lost-node, decommission, task, straggler, preemption."})
  private List<FaultKind> faults = List.of();

  @Option(names = "--settings", paramLabel = "NAME", converter = SparkSetting.Converter.class, split = ",", arity = "0..1",
      description = {"A job of Spark's with each of these settings (without names: with all), and nothing else;",
          "docs/use/spark.md names them."})
  private List<SparkSetting> settings;

  @Option(names = "--beside-stock",
      description = {"What ends of YARN's own strikes a run with the stock shuffle, too: with Terra no more stages are tried again."})
  private boolean besideStock;

  @Option(names = "--rounds", paramLabel = "N", defaultValue = "1", description = "Of each fault (default: ${DEFAULT-VALUE}).")
  private int rounds;

  /** The output of {@code --json}. */
  record Verification(boolean passed, Double largeJobsSpeedup, List<EngineVerdict> engines) {}

  /** The output of {@code --json} with faults. */
  record FaultVerification(boolean passed, List<FaultVerdict> faults) {}

  /** The output of {@code --json} with settings; the version is Spark's. */
  record SettingsVerification(boolean passed, String spark, List<SettingVerdict> settings) {}

  @Override
  public Integer call() throws IOException, InterruptedException {
    if (!(scaleFactor > 0 && scaleFactor <= MAX_SCALE_FACTOR)) {
      throw wrong("--scale-factor is above 0 and at most " + MAX_SCALE_FACTOR + ", got " + scaleFactor);
    }
    expect("--rounds", rounds, 1, MAX_ROUNDS);
    expectMapOutputCompression();
    Path file = topology(topology, "swan");
    Wan wan = Topologies.load(file);
    Progress progress = progress();
    if (settings != null) {
      return trySettings(file, wan, progress);
    }
    return faults.isEmpty() ? compareEngines(file, wan, progress) : breakThings(file, wan, progress);
  }

  private void expectMapOutputCompression() {
    try {
      mapOutput.of(settings == null ? engines : List.of(EngineName.SPARK));
    } catch (IllegalArgumentException e) {
      throw wrong(e.getMessage());
    }
  }

  private Engine engine(EngineName name) {
    return Engines.create(name, size.factor(), scaleFactor, spark, mapOutput.value());
  }

  private int compareEngines(Path file, Wan wan, Progress progress) throws IOException, InterruptedException {
    List<EngineVerdict> verdicts = new ArrayList<>();
    for (EngineName name : engines) {
      Engine engine = engine(name);
      EngineVerdict verdict = EngineVerdict.of(run(engine, size.factor(), file, wan, progress));
      verdicts.add(verdict);
      progress.say("%s: %s", name.label(), verdict.passed() ? "passed" : "FAILED: " + String.join("; ", verdict.problems()));
    }
    boolean passed = verdicts.stream().allMatch(EngineVerdict::passed);
    List<DemoReport.JobTimes> jobs = verdicts.stream().flatMap(verdict -> verdict.report().jobs().stream()).toList();
    return report(new Verification(passed, DemoReport.largeJobsSpeedup(jobs), verdicts), passed, VerifyEnginesCommand::print);
  }

  private int trySettings(Path file, Wan wan, Progress progress) throws IOException, InterruptedException {
    SparkEngine engine = new SparkEngine(size.factor(), spark);
    DemoPlan plan = DemoPlan.of(wan, engine, size.factor(), Optional.empty());
    engine.install(progress);
    List<SparkSetting> rows = settings.isEmpty() ? List.of(SparkSetting.values()) : settings;
    List<SettingVerdict> verdicts;
    try (DemoCluster cluster = DemoCluster.up(file, plan, LabNetwork.OVERLAY, progress, false)) {
      verdicts = new SparkSettings(new JobRunner(cluster, engine, plan, progress, System::nanoTime), engine, size.factor()).run(rows);
    }
    boolean passed = verdicts.stream().allMatch(SettingVerdict::passed);
    return report(new SettingsVerification(passed, spark.release(), verdicts), passed, VerifyEnginesCommand::print);
  }

  private int breakThings(Path file, Wan wan, Progress progress) throws IOException, InterruptedException {
    List<FaultVerdict> verdicts = new ArrayList<>();
    List<FaultKind> usual = faults.stream().filter(kind -> kind != FaultKind.PREEMPTION).toList();
    for (EngineName name : engines) {
      if (!usual.isEmpty()) {
        Engine engine = engine(name);
        verdicts.addAll(breakThings(usual, engine, DemoPlan.of(wan, engine, size.factor(), Optional.empty()), file, progress));
      }
      if (faults.contains(FaultKind.PREEMPTION)) {
        Engine engine = engine(name);
        DemoPlan slow = DemoPlan.lasting(wan, engine, PREEMPTED_GAMMA_SECONDS);
        verdicts.addAll(breakThings(List.of(FaultKind.PREEMPTION), engine, slow, file, progress));
      }
    }
    boolean passed = verdicts.stream().allMatch(FaultVerdict::holds);
    return report(new FaultVerification(passed, verdicts), passed, VerifyEnginesCommand::print);
  }

  private List<FaultVerdict> breakThings(List<FaultKind> kinds, Engine engine, DemoPlan plan, Path file, Progress progress)
      throws IOException, InterruptedException {
    progress.say("%s: %s, with %s; at the optimum the shuffles take %.0f s", engine.name().label(),
        plan.batches().get(0).stream().map(DemoJob::name).toList(), kinds, plan.gammaSeconds());
    engine.install(progress);
    try (DemoCluster cluster = DemoCluster.up(file, plan, LabNetwork.OVERLAY, progress, false)) {
      JobFaults runs = new JobFaults(new JobRunner(cluster, engine, plan, progress, System::nanoTime));
      return (besideStock ? runs.besideStock() : runs).run(kinds, rounds);
    }
  }

  private static DemoReport run(Engine engine, double size, Path file, Wan wan, Progress progress)
      throws IOException, InterruptedException {
    DemoPlan plan = DemoPlan.ofAll(wan, engine, size);
    progress.say("%s: %s; at the optimum the first batch's shuffles take %.0f s", engine.name().label(),
        plan.jobs().stream().map(DemoJob::name).toList(), plan.gammaSeconds());
    engine.install(progress);
    try (DemoCluster cluster = DemoCluster.up(file, plan, LabNetwork.OVERLAY, progress, false)) {
      return new Demo(new JobRunner(cluster, engine, plan, progress, System::nanoTime)).compare(1, Optional.empty());
    }
  }

  private static void print(PrintWriter out, SettingsVerification verification) {
    out.println("Spark " + verification.spark());
    verification.settings().forEach(verdict -> out.printf(Locale.ROOT, "  %-20s %s: %.1f MB of %.1f MB by tunnels%s%n", verdict.setting(),
        verdict.passed() ? "passed" : "FAILED (" + String.join("; ", verdict.problems()) + ")", verdict.bytesByTunnels() / 1e6,
        verdict.remoteBytes() / 1e6, verdict.whyStock() == null ? "" : "; " + verdict.whyStock()));
  }

  private static void print(PrintWriter out, FaultVerification verification) {
    for (FaultVerdict verdict : verification.faults()) {
      String cost = verdict.medianCostSeconds() == null ? ""
          : String.format(Locale.ROOT, "; it cost %.1f s (median)", verdict.medianCostSeconds());
      out.printf(Locale.ROOT, "  %s, %s: %s%s%n", verdict.engine(), verdict.fault(), inWords(verdict.holds()), cost);
      verdict.rounds().forEach(round -> out.printf(Locale.ROOT, "    %s%s: results %s, %s; %s%n", round.seconds(),
          round.plainSeconds().isEmpty() ? "" : ", without it " + round.plainSeconds(),
          round.identical() ? "identical" : "DIFFERENT",
          round.counters() + (round.stockCounters() == null ? "" : " (stock: " + round.stockCounters() + ")"),
          round.fault() == null ? "it never struck" : round.fault().target() + ": " + round.fault().whatTerraDid()));
    }
  }

  private static void print(PrintWriter out, Verification verification) {
    verification.engines().forEach(verdict -> DemoTable.print(out, verdict.report()));
    verification.engines().forEach(verdict -> out.println("  " + verdict.report().engine() + ": "
        + (verdict.passed() ? "passed" : "FAILED: " + String.join("; ", verdict.problems()))));
    if (verification.largeJobsSpeedup() != null) {
      out.printf(Locale.ROOT, "  jobs with more than 64 MiB across sites together: %.2fx%n", verification.largeJobsSpeedup());
    }
  }
}
