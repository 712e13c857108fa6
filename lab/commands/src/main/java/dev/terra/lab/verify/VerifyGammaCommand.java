package dev.terra.lab.verify;

import dev.terra.core.wan.Wan;
import dev.terra.lab.bed.ShrinkingBytes;
import dev.terra.lab.command.LabCommand;
import dev.terra.lab.command.NetworkOption;
import dev.terra.lab.testbed.AgentsOption;
import dev.terra.lab.transfer.GammaMeasurement;
import dev.terra.lab.transfer.GammaMeasurement.Result;
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

/** {@code ./terra verify gamma}: measures how close to the optimum shuffles are done; docs/contribute/verify.md describes it. */
@Command(
    name = "gamma",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Times shuffles on an emulated WAN against the mathematical optimum: every site to every other, 35 s at best, alone (median at most",
      "1.10), and two at once against what the policy plans for them (each at most 1.15). Needs root, and some five minutes per topology.",
      "Exit code 1 if a limit is not kept."
    })
final class VerifyGammaCommand extends LabCommand {
  private static final int MAX_ROUNDS = 1_000;

  @Option(names = "--topology", paramLabel = "FILE", arity = "1..*", description = "Topology files (default: topologies/swan.yaml).")
  private List<Path> topologies = new ArrayList<>();

  @Option(names = "--rounds", paramLabel = "N", defaultValue = "3", description = "Of the shuffle alone (default: ${DEFAULT-VALUE}).")
  private int rounds;

  @Option(names = "--seed", paramLabel = "S", defaultValue = "1",
      description = "Who sends how much of two shuffles at once (default: ${DEFAULT-VALUE}).")
  private long seed;

  @Mixin private NetworkOption network;

  @Mixin private AgentsOption agents;

  @Option(names = "--measure-links",
      description = "Plans go by what links carry, as Terra measures it, not by what the topology says.")
  private boolean measureLinks;

  @Option(names = "--compressible", paramLabel = "R", description = {"Bytes that shrink by about R, 1 to 4.5, and agents that compress",
      "them: times are compared with the optimum of what was on links (default: bytes that do not shrink, which none compresses)."})
  private Optional<Double> compressible = Optional.empty();

  /** The output of {@code --json}. */
  record Report(String network, boolean measureLinks, int agentsPerSite, long seed, double aloneLimit, double atOnceLimit, boolean holds,
      List<Result> topologies) {}

  @Override
  public Integer call() throws IOException, InterruptedException {
    expect("--rounds", rounds, 1, MAX_ROUNDS);
    compressible.ifPresent(ratio -> expect("--compressible", ratio, 1, ShrinkingBytes.MOST_RATIO));
    if (topologies.isEmpty()) {
      topologies.add(Path.of(System.getenv().getOrDefault("TERRA_HOME", "."), "topologies", "swan.yaml"));
    }
    List<Wan> wans = topologies.stream().map(Topologies::load).toList();
    GammaMeasurement.Options options =
        new GammaMeasurement.Options(network.value(), measureLinks, seed, agents.perSite(), compressible);
    List<Result> results = new ArrayList<>();
    for (Wan wan : wans) {
      results.add(new GammaMeasurement(wan, options, progress()::say).run(rounds));
    }
    boolean holds = results.stream().allMatch(Result::holds);
    Report report = new Report(network.value().label(), measureLinks, agents.perSite(), seed, GammaMeasurement.ALONE_LIMIT,
        GammaMeasurement.AT_ONCE_LIMIT, holds, results);
    return report(report, holds, VerifyGammaCommand::print);
  }

  private static void print(PrintWriter out, Report report) {
    report.topologies().forEach(result -> print(out, result));
  }

  private static void print(PrintWriter out, Result result) {
    out.printf(Locale.ROOT, "%s: Gamma %.2f s, rounds %s: %.3f x Gamma (at most %.2f)%n", result.topology(), result.gammaSeconds(),
        result.seconds().stream().map(seconds -> String.format(Locale.ROOT, "%.2f s", seconds)).toList(), result.gammaRatio(),
        GammaMeasurement.ALONE_LIMIT);
    if (result.shrinking() != 1) {
      out.printf(Locale.ROOT, "  bytes shrank by %.2f; Gamma and plans are of those on links%n", result.shrinking());
    }
    result.atOnce().forEach(beside -> out.printf(Locale.ROOT, "  two at once, the %s one: %.2f s, %.3f x planned (at most %.2f)%n",
        beside.name(), beside.seconds(), beside.ratio(), GammaMeasurement.AT_ONCE_LIMIT));
    out.println(result.holds() ? "  holds" : "  DOES NOT HOLD");
  }
}
