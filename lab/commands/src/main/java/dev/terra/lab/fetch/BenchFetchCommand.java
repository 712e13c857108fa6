package dev.terra.lab.fetch;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.google.common.math.Quantiles;
import dev.terra.core.wan.Wan;
import dev.terra.lab.command.LabCommand;
import dev.terra.lab.fetch.FetchPhases.Pair;
import dev.terra.lab.fetch.FetchPhases.Phase;
import dev.terra.node.output.Participation;
import dev.terra.testbed.Installation;
import dev.terra.topology.Topologies;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code ./terra bench fetch}: measures what Terra costs where it has nothing to do. */
@Command(
    name = "fetch",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Fetches the same map outputs from Hadoop's shuffle handler and from Terra's, in pairs, where Terra leaves the work to Hadoop's",
      "code: inside a site (in-site), and for a job that is too small for it (bypass); spark-in-site and spark-bypass",
      "are the same of Spark's service and clients. Prints how many times as long Terra's phases take",
      "and how much processor time the handler's process needs, each with the mean's 95 %% interval. A warm-up goes on",
      "until compilers are quiet. In-site takes some 40 minutes, spark-in-site ten, the others one. Needs root."
    })
public final class BenchFetchCommand extends LabCommand {
  /** The factor on capacities: three sites with their usual proportions, at a rate that this machine emulates easily. */
  private static final double SCALE = 0.25;
  private static final int MAX_PAIRS = 1_000;

  @Option(names = "--pairs", paramLabel = "N", defaultValue = "30", description = "Pairs of phases for each case, 2 to 1000 (default 30).")
  private int pairs;

  @Option(names = "--cases", paramLabel = "CASE", split = ",", converter = FetchCase.Converter.class,
      description = "Of in-site, bypass, spark-in-site, spark-bypass (default: the first two).")
  private List<FetchCase> only = List.of(FetchCase.IN_SITE, FetchCase.BYPASS);

  @Option(names = "--observe", description = "Terra's handler only observes, as with terra.mode=observe.")
  private boolean observe;

  @Override
  public Integer call() throws IOException, InterruptedException {
    expect("--pairs", pairs, 2, MAX_PAIRS);
    Wan wan = Topologies.load(Installation.home().resolve("topologies/triangle.yaml"))
        .mapLinks(link -> link.withCapacity(link.capacity().times(SCALE)));
    if (only.stream().anyMatch(FetchCase::ofSpark)) {
      FetchProgram.spark().ensure(progress()::say);
    }
    ArrayNode cases = JsonNodeFactory.instance.arrayNode();
    try (FetchBed bed = FetchBed.up(wan, observe ? Participation.OBSERVE : Participation.ON, progress()::say)) {
      for (FetchCase what : only) {
        try (FetchPhases phases = new FetchPhases(what, bed)) {
          cases.add(figures(what, phases.measure(pairs, progress()::say)));
        }
      }
    }
    return report(JsonNodeFactory.instance.objectNode().set("cases", cases), true, BenchFetchCommand::print);
  }

  private ObjectNode figures(FetchCase what, List<Pair> measured) {
    List<Phase> stock = measured.stream().map(Pair::stock).toList();
    List<Phase> terra = measured.stream().map(Pair::terra).toList();
    ObjectNode node = JsonNodeFactory.instance.objectNode();
    node.put("case", what.label()).put("mode", observe ? Participation.OBSERVE : Participation.ON)
        .put("pairs", measured.size()).put("bytes", what.bytes())
        .put("stockSeconds", median(stock, Phase::seconds)).put("terraSeconds", median(terra, Phase::seconds));
    ratio(node.putObject("secondsRatio"), measured, Phase::seconds);
    if (what.cpuIsMeasurable()) {
      node.put("stockCpuSeconds", median(stock, Phase::cpuSeconds))
          .put("terraCpuSeconds", median(terra, Phase::cpuSeconds));
      ratio(node.putObject("cpuRatio"), measured, Phase::cpuSeconds);
    }
    ArrayNode each = node.putArray("phases");
    for (Pair pair : measured) {
      ObjectNode both = each.addObject();
      phase(both.putObject("stock"), what, pair.stock());
      phase(both.putObject("terra"), what, pair.terra());
    }
    return node;
  }

  private static void phase(ObjectNode node, FetchCase what, Phase phase) {
    node.put("seconds", phase.seconds());
    if (what.cpuIsMeasurable()) {
      node.put("cpuSeconds", phase.cpuSeconds());
    }
  }

  private static double median(List<Phase> phases, ToDoubleFunction<Phase> figure) {
    return Quantiles.median().compute(phases.stream().mapToDouble(figure).toArray());
  }

  private static void ratio(ObjectNode node, List<Pair> measured, ToDoubleFunction<Phase> figure) {
    List<PairedRatio.Pair> both = measured.stream()
        .map(pair -> new PairedRatio.Pair(figure.applyAsDouble(pair.stock()), figure.applyAsDouble(pair.terra()))).toList();
    PairedRatio ratio = PairedRatio.of(both);
    node.put("mean", ratio.mean()).put("low", ratio.low()).put("high", ratio.high());
  }

  private static void print(PrintWriter out, JsonNode report) {
    for (JsonNode one : report.path("cases")) {
      out.printf(Locale.ROOT, "%-8s %d pairs of %.0f MB%n", one.path("case").asText(), one.path("pairs").asInt(),
          one.path("bytes").asDouble() / 1e6);
      line(out, "time", one.path("secondsRatio"));
      if (one.has("cpuRatio")) {
        line(out, "CPU", one.path("cpuRatio"));
      }
    }
  }

  private static void line(PrintWriter out, String what, JsonNode ratio) {
    out.printf(Locale.ROOT, "  %-4s Terra : stock %.3f, 95 %% interval %.3f to %.3f%n", what, ratio.path("mean").asDouble(),
        ratio.path("low").asDouble(), ratio.path("high").asDouble());
  }
}
