package dev.terra.lab.transfer;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.terra.cli.operate.TextTable;
import dev.terra.cli.operate.TextTable.Column;
import dev.terra.cli.transfer.ByteSize;
import dev.terra.core.wan.Wan;
import dev.terra.lab.bed.Bed;
import dev.terra.lab.bed.Pattern;
import dev.terra.lab.bed.TestbedTerra;
import dev.terra.lab.bed.TransferPlan;
import dev.terra.lab.command.LabCommand;
import dev.terra.lab.command.NetworkOption;
import dev.terra.lab.testbed.AgentsOption;
import dev.terra.testbed.TerraSetup;
import dev.terra.topology.Topologies;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** {@code ./terra bench transfer}: moves one shuffle over an emulated WAN, by Terra and by other methods. */
@Command(
    name = "transfer",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Moves the same bytes over the same emulated WAN by Terra, by stock HTTP fetches, over one and eight TCP streams for each pair,",
      "and by the kernel's MPTCP, in turns, and compares the times with the LP optimum (Gamma). Brings its own testbed up and down;",
      "needs root. Every byte is checked where it arrives."
    })
public final class BenchTransferCommand extends LabCommand {
  private static final String PREFIX = "tb-";

  @Option(names = "--topology", required = true, paramLabel = "FILE", description = "The WAN: a .yaml or .gml file.")
  private Path topology;

  @Option(names = "--pattern", paramLabel = "P", defaultValue = "all-to-all", converter = Pattern.Converter.class,
      description = "all-to-all (default), incast (all to the file's first site), or pair (the first site to the last).")
  private Pattern pattern;

  @Option(names = "--bytes", required = true, paramLabel = "N", converter = ByteConverter.class,
      description = "Bytes over all pairs together, equal shares: B, KB, MB, GB (powers of 10).")
  private long bytes;

  @Option(names = "--scale", paramLabel = "X",
      description = "Multiplies all capacities (default: so that Gamma is 35 s, or longer if the sum of rates would exceed 1 Gbit/s).")
  private Double scale;

  @Option(names = "--methods", paramLabel = "M,...", split = ",", description = "Which: terra,stock,tcp1,tcp8,mptcp (default: all).")
  private List<String> methods = Methods.NAMES;

  @Option(names = "--rounds", paramLabel = "N", defaultValue = "3", description = "Turns of each method; medians count (default 3).")
  private int rounds;

  @Option(names = "--paths", paramLabel = "K", description = "Terra's paths per pair (default: 10, fewer with very many sites).")
  private Integer paths;

  @Mixin private NetworkOption network;

  @Mixin private AgentsOption agents;

  /** Reads a number of bytes. */
  static final class ByteConverter implements ITypeConverter<Long> {
    @Override
    public Long convert(String text) {
      try {
        return ByteSize.parse(text);
      } catch (IllegalArgumentException e) {
        throw new TypeConversionException(e.getMessage());
      }
    }
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    check();
    Wan nominal = Topologies.load(topology);
    TransferPlan plan = TransferPlan.of(nominal, pattern, bytes, scale == null ? OptionalDouble.empty() : OptionalDouble.of(scale));
    progress().say(String.format(Locale.ROOT, "%s, %s: %d bytes in %d flows; capacities x %.6g: Gamma %.2f s, sum of rates %.0f Mbit/s%s",
        nominal.name(), pattern.label(), plan.totalBytes(), plan.flows().size(), plan.scale(), plan.gammaSeconds(),
        plan.sumOfRates() * 8 / 1e6,
        plan.sumOfRates() > TransferPlan.MAX_SUM_OF_RATES * 1.001 ? " (more than this machine is meant for)" : ""));
    try (Bed bed = Bed.up(plan.wan(), new Bed.Kind("bench", PREFIX, network.value(), size(nominal)), progress()::say)) {
      bed.testbed().processes().useAgentsPerSite(agents.perSite());
      ObjectNode figures = figures(plan, measure(new Methods(bed, plan), plan));
      return report(figures, failures.isEmpty(), BenchTransferCommand::print);
    }
  }

  private void check() {
    if (scale != null && !(scale > 0 && Double.isFinite(scale))) {
      throw new IllegalArgumentException("expected --scale to be above 0, got " + scale);
    }
    if (rounds < 1 || rounds > 1_000) {
      throw new IllegalArgumentException("expected --rounds to be 1 to 1000, got " + rounds);
    }
    if (paths != null && (paths < 1 || paths > 64)) {
      throw new IllegalArgumentException("expected --paths to be 1 to 64, got " + paths);
    }
    expectKnown("--methods", methods, Methods.NAMES);
  }

  private TerraSetup size(Wan wan) {
    TerraSetup affordable = TestbedTerra.affordable(wan);
    return paths == null ? affordable : new TerraSetup(affordable.agentMegabytes(), paths);
  }

  /** The reason of each failed method. A failed method takes no more turns; the results of the others are kept. */
  private final Map<String, String> failures = new LinkedHashMap<>();

  private Map<String, List<Figures>> measure(Methods source, TransferPlan plan) throws IOException, InterruptedException {
    List<Method> measured = new ArrayList<>();
    for (String name : methods) {
      Method method = source.of(name);
      Optional<String> obstacle = method.obstacle();
      if (obstacle.isPresent()) {
        progress().say(name + " is left out: " + obstacle.get());
      } else {
        measured.add(method);
      }
    }
    Map<String, List<Figures>> runs = new LinkedHashMap<>();
    for (int round = 1; round <= rounds; round++) {
      for (Method method : measured) {
        String turn = "round " + round + " of " + rounds + ", " + method.name();
        if (!failures.containsKey(method.name())) {
          turn(method, plan, turn).ifPresent(figures -> runs.computeIfAbsent(method.name(), name -> new ArrayList<>()).add(figures));
        }
      }
    }
    return runs;
  }

  private Optional<Figures> turn(Method method, TransferPlan plan, String turn) throws InterruptedException {
    try {
      Figures figures = method.run();
      progress().say(String.format(Locale.ROOT, "%s: %.2f s, %.3f x Gamma, %.2f CPU s, %d MB at most%s", turn, figures.seconds(),
          figures.seconds() / plan.gammaSeconds(), figures.cpuSeconds(), figures.peakMemoryBytes() / 1_000_000,
          figures.verified() ? "" : ", NOT VERIFIED"));
      return Optional.of(figures);
    } catch (IOException e) {
      failures.put(method.name(), e.getMessage());
      progress().say(turn + " failed and takes no more turns: " + e.getMessage());
      return Optional.empty();
    }
  }

  private ObjectNode figures(TransferPlan plan, Map<String, List<Figures>> runs) {
    ObjectNode root = JsonNodeFactory.instance.objectNode();
    root.put("topology", plan.wan().name()).put("pattern", pattern.label()).put("network", network.value().label())
        .put("agentsPerSite", agents.perSite())
        .put("bytes", plan.totalBytes())
        .put("gammaSeconds", plan.gammaSeconds());
    ArrayNode list = root.putArray("runs");
    runs.forEach((name, all) -> {
      Figures median = Figures.median(all);
      list.addObject().put("method", name).put("seconds", median.seconds()).put("gammaRatio", median.seconds() / plan.gammaSeconds())
          .put("cpuSecondsPerGB", median.cpuSeconds() / (plan.totalBytes() / 1e9)).put("peakMemoryBytes", median.peakMemoryBytes())
          .put("verified", median.verified());
    });
    ObjectNode failed = root.putObject("failed");
    failures.forEach(failed::put);
    return root;
  }

  private static void print(PrintWriter out, ObjectNode report) {
    TextTable table = new TextTable(Column.text(""), Column.number("seconds"), Column.number("x Gamma"), Column.number("CPU s/GB"),
        Column.number("MB peak"), Column.text("verified"));
    report.path("runs").forEach(run -> table.row(run.path("method").asText(), number("%.2f", run.path("seconds")),
        number("%.3f", run.path("gammaRatio")), number("%.2f", run.path("cpuSecondsPerGB")),
        Long.toString(run.path("peakMemoryBytes").asLong() / 1_000_000), run.path("verified").asBoolean() ? "yes" : "no"));
    out.println(table);
    report.path("failed").properties().forEach(why -> out.printf(Locale.ROOT, "%-6s failed: %s%n", why.getKey(), why.getValue().asText()));
  }

  private static String number(String format, JsonNode value) {
    return String.format(Locale.ROOT, format, value.asDouble());
  }
}
