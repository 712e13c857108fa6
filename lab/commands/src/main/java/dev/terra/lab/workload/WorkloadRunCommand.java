package dev.terra.lab.workload;

import dev.terra.cli.progress.Progress;
import dev.terra.config.YamlFile;
import dev.terra.config.YamlMap;
import dev.terra.config.YamlValue;
import dev.terra.core.wan.Wan;
import dev.terra.lab.cluster.DemoCluster;
import dev.terra.lab.cluster.DemoJob;
import dev.terra.lab.cluster.DemoPlan;
import dev.terra.lab.cluster.EngineJobs;
import dev.terra.lab.command.LabCommand;
import dev.terra.testbed.LabNetwork;
import dev.terra.testbed.ShuffleMode;
import dev.terra.testbed.engine.SparkVersion;
import dev.terra.topology.Topologies;
import dev.terra.workloads.Suite;
import dev.terra.workloads.data.Placement;
import dev.terra.workloads.query.Queries;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.IntStream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code ./terra workload run}: runs streams of queries with either shuffle, on a testbed of its own. */
@Command(
    name = "run",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Runs streams of queries on an engine on YARN over an emulated WAN, with the stock shuffle and with Terra, and compares rows and",
      "times. Tables are spread over the sites at random. The final LIMIT of a query is left out: which of equal rows it keeps is chance.",
      "Engines broadcast and divide what they would at scale factor 100: else small tables would not be shuffled at all.",
      "What is done is kept; a run that was broken off goes on with --continue. Needs root, and some ten seconds a query and shuffle.",
      "Exit code 1 if a query failed, rows differ, more fetches or attempts failed than with stock, or tunnels carried less than 95 %%."
    })
final class WorkloadRunCommand extends LabCommand {
  /** The bytes that the tasks at a site put into the shuffles of a query, about, at scale factor 1. */
  private static final double BYTES_PER_QUERY_AND_SITE = 40e6;
  /** The optimum of a query, as a part of the optimum of the demo's jobs. */
  private static final double SIZE_OF_A_QUERY = 0.15;
  /** The largest file of a placement: there are at most some dozen tables. */
  private static final long MAX_PLACEMENT_BYTES = 1 << 20;

  @Option(names = "--suite", paramLabel = "SUITE", required = true, description = "tpch, tpcds or bigbench.")
  private String suite;

  @Option(names = "--engine", paramLabel = "ENGINE", defaultValue = "spark", description = "hive or spark (default: ${DEFAULT-VALUE}).")
  private String engineName;

  @Option(names = "--scale-factor", paramLabel = "X", defaultValue = "0.1",
      description = "Of the tables; at 1 they are about a gigabyte as text (default: ${DEFAULT-VALUE}).")
  private double scaleFactor;

  @Option(names = "--queries", paramLabel = "Q", split = ",", description = "Only these, by number or name: 1,3,14a (default: all).")
  private List<String> queries = List.of();

  @Option(names = "--streams", paramLabel = "N", defaultValue = "1", description = "Streams at once (default: ${DEFAULT-VALUE}).")
  private int streams;

  @Option(names = "--shuffle", paramLabel = "SHUFFLE", defaultValue = "both",
      description = "stock, terra or both (default: ${DEFAULT-VALUE}).")
  private String shuffle;

  @Option(names = "--topology", paramLabel = "FILE", description = "Topology file (default: topologies/swan.yaml).")
  private Optional<Path> topology = Optional.empty();

  @Option(names = "--scale", paramLabel = "X",
      description = "Factor on all link capacities (default: so that shuffles take most of the time).")
  private Optional<Double> scale = Optional.empty();

  @Option(names = "--placement", paramLabel = "FILE",
      description = "YAML: by table, the sites that may have rows of it (default: each table is at all sites).")
  private Optional<Path> placement = Optional.empty();

  @Option(names = "--seed", paramLabel = "S", defaultValue = "1",
      description = "Which site has which rows, and the order of further streams (default: ${DEFAULT-VALUE}).")
  private long seed;

  @Option(names = "--results", paramLabel = "DIR", description = "Keeps rows and times (default: workload-results/SUITE-ENGINE).")
  private Optional<Path> folder = Optional.empty();

  @Option(names = "--continue", description = "Goes on with what is in the folder of results.")
  private boolean goesOn;

  @Option(names = "--html", paramLabel = "REPORT", description = "Also write a page with the distributions.")
  private Optional<Path> html = Optional.empty();

  @Option(names = "--trace", paramLabel = "FILE",
      description = "Also write what was shuffled with Terra as a trace for ./terra simulate and ./terra replay.")
  private Optional<Path> trace = Optional.empty();

  @Override
  public Integer call() throws IOException, InterruptedException {
    Path topologyFile = topology(topology, "swan");
    Wan wan = Topologies.load(topologyFile);
    StreamEngine engine = engine();
    List<ShuffleMode> shuffles = shuffles();
    if (trace.isPresent() && !shuffles.contains(ShuffleMode.TERRA)) {
      throw new IllegalArgumentException("--trace is of what was shuffled with Terra, not with --shuffle stock");
    }
    Suite asked = Suite.named(suite);
    Progress progress = progress();
    engine.install(progress);
    Map<String, List<String>> tables = placement.isPresent() ? read(placement.get()) : Map.of();
    List<String> sites = wan.sites().stream().map(site -> site.id().name()).toList();
    WorkloadRequest request = new WorkloadRequest(asked, scaleFactor, chosen(Queries.of(asked, engine.spark().runtime().queries())),
        new WorkloadRequest.Streams(streams, seed), new Placement(sites, tables, seed));
    DemoPlan plan = plan(wan, request);
    String key = key(sites, tables);
    WorkloadResults results = results(request, key, plan);
    Path made = new WorkloadTables(engine.spark().runtime(), progress::say).make(request, key, engine.dialect().format());
    progress.say("%s: %d queries in %d streams on %s, capacities x %.4g", asked.title(), request.queries().size(), streams, wan.name(),
        plan.scale());
    try (DemoCluster cluster = DemoCluster.up(topologyFile, plan, LabNetwork.OVERLAY, progress, false)) {
      WorkloadRun run = new WorkloadRun(cluster, engine, request, progress, System::nanoTime);
      run.prepare(made);
      for (ShuffleMode each : shuffles) {
        run.run(each, results);
      }
    }
    WorkloadReport report =
        WorkloadReport.of(request, new WorkloadReport.Setting(engineName, wan.name(), plan.scale(), shuffles), results);
    if (trace.isPresent()) {
      Files.writeString(trace.get(), results.trace(wan.name()).json().toPrettyString() + "\n");
    }
    if (html.isPresent()) {
      Files.writeString(html.get(), report.html());
    }
    return report(report, report.holds(), (out, text) -> out.println(text.text()));
  }

  private WorkloadResults results(WorkloadRequest request, String key, DemoPlan plan) throws IOException {
    String asked = String.format(Locale.ROOT, "%s %s, %d streams of %s, capacities x %.4g", engineName, key, streams, request.names(),
        plan.scale());
    return WorkloadResults.open(folder.orElse(Path.of("workload-results", suite + "-" + engineName)), asked, goesOn);
  }

  private StreamEngine engine() {
    SparkVersion spark = SparkVersion.ofLine("3.5").orElseThrow();
    return switch (engineName) {
      case "spark" -> new SparkStreams(spark, new PlanShape(scaleFactor));
      case "hive" -> new HiveStreams(streams, suite, spark, new PlanShape(scaleFactor));
      default -> throw new IllegalArgumentException("--engine is hive or spark, got " + engineName);
    };
  }

  private List<ShuffleMode> shuffles() {
    return switch (shuffle) {
      case "both" -> List.of(ShuffleMode.STOCK, ShuffleMode.TERRA);
      case "stock" -> List.of(ShuffleMode.STOCK);
      case "terra" -> List.of(ShuffleMode.TERRA);
      default -> throw new IllegalArgumentException("--shuffle is stock, terra or both, got " + shuffle);
    };
  }

  private Map<String, String> chosen(Map<String, String> texts) {
    Map<String, String> chosen = new LinkedHashMap<>(queries.isEmpty() ? texts : Map.of());
    for (String query : queries) {
      String name = query.startsWith("q") ? query : "q" + query;
      if (!texts.containsKey(name)) {
        throw new IllegalArgumentException("--queries: " + suite + " has no " + query + "; it has " + String.join(", ", texts.keySet()));
      }
      chosen.put(name, texts.get(name));
    }
    return chosen;
  }

  private static Map<String, List<String>> read(Path file) {
    Map<String, List<String>> tables = new TreeMap<>();
    YamlMap.of(YamlFile.read(file, MAX_PLACEMENT_BYTES)).values()
        .forEach((table, at) -> tables.put(table, at.list().stream().map(YamlValue::text).toList()));
    return tables;
  }

  /** Returns the name of all that rows and their places depend on. */
  private String key(List<String> sites, Map<String, List<String>> tables) {
    return String.format(Locale.ROOT, "%s-sf%s-seed%d-%08x", suite, scaleFactor, seed, Objects.hash(sites, tables));
  }

  private DemoPlan plan(Wan wan, WorkloadRequest request) {
    int atOnce = Math.min(request.queries().size(), WorkloadRun.QUERIES_IN_A_PART);
    long bytes = Math.round(BYTES_PER_QUERY_AND_SITE * scaleFactor * atOnce);
    List<DemoJob> jobs = IntStream.rangeClosed(1, streams).mapToObj(number -> new DemoJob("stream-" + number, bytes)).toList();
    return DemoPlan.of(wan, new EngineJobs() {
      @Override
      public List<DemoJob> jobs() {
        return jobs;
      }

      @Override
      public List<List<DemoJob>> moreBatches() {
        return List.of();
      }

      @Override
      public List<DemoJob> warmUps() {
        return List.of();
      }
    }, SIZE_OF_A_QUERY * atOnce * streams, scale);
  }
}
