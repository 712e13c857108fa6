package dev.terra.lab.simulate;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.terra.cli.operate.TextTable;
import dev.terra.cli.operate.TextTable.Column;
import dev.terra.cli.progress.Progress;
import dev.terra.cli.simulate.GeneratorSpec;
import dev.terra.core.wan.Wan;
import dev.terra.lab.command.LabCommand;
import dev.terra.schedule.PolicyName;
import dev.terra.schedule.path.PathRules;
import dev.terra.schedule.path.PathSets;
import dev.terra.sim.Evaluation;
import dev.terra.sim.SimulationOptions;
import dev.terra.sim.SimulationResult;
import dev.terra.sim.SimulationResult.CoflowTime;
import dev.terra.sim.bound.Bound;
import dev.terra.sim.bound.BoundInstance;
import dev.terra.sim.bound.OptimalOrder;
import dev.terra.sim.report.Distribution;
import dev.terra.sim.trace.TraceGenerator;
import dev.terra.topology.RandomTopology;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Random;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * {@code bench bound}: measures how far policies are from the optimum. Instance i of seed S is made from the seed S x
 * 1000003 + i: a random WAN of 5 sites and 7 links ({@link RandomTopology}), 4 to 7 coflows ({@link TraceGenerator},
 * mean 100 GB). In every second instance all coflows arrive at once, in the others they arrive at offered load 1.
 */
@Command(name = "bound", mixinStandardHelpOptions = true,
    description = "Compares policies with the exact optimum of small generated instances.")
public final class BenchBoundCommand extends LabCommand {
  private static final long SEED_STEP = 1_000_003;
  private static final int SITES = 5;
  private static final int LINKS = 7;
  private static final int LEAST_COFLOWS = 4;
  private static final int MOST_COFLOWS = 7;
  private static final double MEAN_BYTES = 1e11;

  @Option(names = "--seed", paramLabel = "S", defaultValue = "1", description = "default ${DEFAULT-VALUE}")
  private long seed;

  @Option(names = "--instances", paramLabel = "N", defaultValue = "20", description = "default ${DEFAULT-VALUE}")
  private int instances;

  @Option(names = "--policy", split = ",", paramLabel = "P", defaultValue = "default,varys,siphon,terra,terra-plus",
      description = "default ${DEFAULT-VALUE}")
  private List<String> policies;

  @Option(names = "--programmes", paramLabel = "N", defaultValue = "20000",
      description = "linear programmes per instance, after which its bound is no longer exact; default ${DEFAULT-VALUE}")
  private long maxProgrammes;

  @Option(names = "--no-timings", description = "leave out how long this took here")
  private boolean noTimings;

  @Override
  public Integer call() throws JsonProcessingException {
    long start = System.nanoTime();
    policies.forEach(PolicyName::parse);
    Map<String, List<Double>> ratios = new LinkedHashMap<>();
    policies.forEach(policy -> ratios.put(policy, new ArrayList<>()));
    Progress progress = progress();
    int exact = 0;
    for (int i = 0; i < instances; i++) {
      progress.bar("instances", i, instances);
      exact += compare(instance(seed * SEED_STEP + i, i % 2 == 0), ratios) ? 1 : 0;
    }
    progress.clearBar();
    String text = toText(ratios, exact);
    return report(toJson(ratios, exact, System.nanoTime() - start), true, (out, report) -> out.println(text));
  }

  private static BoundInstance instance(long instanceSeed, boolean together) {
    Wan wan = RandomTopology.generate(SITES, LINKS, instanceSeed);
    int coflows = LEAST_COFLOWS + new Random(instanceSeed).nextInt(MOST_COFLOWS - LEAST_COFLOWS + 1);
    return new BoundInstance(wan, GeneratorSpec.generate(wan, new TraceGenerator.Spec(coflows,
        together ? OptionalDouble.empty() : OptionalDouble.of(1), TraceGenerator.Shape.COFLOW, MEAN_BYTES, instanceSeed)));
  }

  /** Adds each policy's ratio to the bound, and returns whether the bound is exact. */
  private boolean compare(BoundInstance instance, Map<String, List<Double>> ratios) {
    Evaluation evaluation = new Evaluation(new Evaluation.Setting(instance.wan(), instance.trace(), PathRules.DEFAULT_PATHS,
        OptionalDouble.empty(), SimulationOptions.plain()), System::nanoTime);
    Map<String, Double> averages = new LinkedHashMap<>();
    policies.forEach(policy -> averages.put(policy, average(evaluation.run(PolicyName.parse(policy), (done, all) -> { }))));
    double reached = averages.values().stream().mapToDouble(Double::doubleValue).min().orElse(Double.POSITIVE_INFINITY);
    OptimalOrder optimum = new OptimalOrder(new PathSets(instance.wan(), PathRules.defaults()), maxProgrammes);
    Bound bound = optimum.solve(instance.items(), reached);
    averages.forEach((policy, average) -> ratios.get(policy).add(average / bound.averageSeconds()));
    return bound.exact();
  }

  private static double average(SimulationResult run) {
    return new Distribution(run.coflows().stream().mapToDouble(CoflowTime::seconds)).average();
  }

  private ObjectNode toJson(Map<String, List<Double>> ratios, int exact, long nanos) {
    ObjectNode root = JsonNodeFactory.instance.objectNode();
    root.put("seed", seed);
    root.put("instances", instances);
    root.put("exactBounds", exact);
    ObjectNode byPolicy = root.putObject("ratioToBound");
    ratios.forEach((policy, values) -> {
      Distribution distribution = new Distribution(values.stream().mapToDouble(Double::doubleValue));
      ObjectNode node = byPolicy.putObject(policy);
      node.put("avg", distribution.average());
      node.put("p50", distribution.percentile(50));
      node.put("p90", distribution.percentile(90));
      node.put("max", distribution.max());
    });
    if (!noTimings) {
      root.put("wallSeconds", nanos / 1e9);
    }
    return root;
  }

  private String toText(Map<String, List<Double>> ratios, int exact) {
    TextTable table = new TextTable(Column.text("policy"), Column.number("average"), Column.number("median"), Column.number("p90"),
        Column.number("max"));
    ratios.forEach((policy, values) -> {
      Distribution distribution = new Distribution(values.stream().mapToDouble(Double::doubleValue));
      table.row(policy, number(distribution.average()), number(distribution.percentile(50)), number(distribution.percentile(90)),
          number(distribution.max()));
    });
    return String.format(Locale.ROOT, "average completion time / least possible, %d instances of seed %d (%d bounds exact)%n%s", instances,
        seed, exact, table);
  }

  private static String number(double ratio) {
    return String.format(Locale.ROOT, "%.3f", ratio);
  }
}
