package dev.terra.lab.agents;

import dev.terra.cli.progress.Progress;
import dev.terra.core.balance.BalanceKind;
import dev.terra.lab.command.LabCommand;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code ./terra bench agents}: measures what several agents of a site carry, each with a part of a core. */
@Command(
    name = "agents",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Limits each agent of two sites to a part of a core (a control group of the kernel's), moves one shuffle of made-up bytes from",
      "one site to the other, and compares the throughput of several agents per site with that of one. With several numbers for --cores,",
      "agents of these cores carry it together, which is compared with the sum of what each carries alone; with --zipf, equal agents",
      "carry partitions of very different sizes. Every byte is checked where it arrives. Brings its own testbed up and down; needs root."
    })
public final class BenchAgentsCommand extends LabCommand {
  private static final double HALF_A_CORE = 0.5;
  private static final double LEAST_CORES = 0.1;
  /**
   * The share of the machine's cores that agents get. The rest is for the link, the controller, and the kernel's work
   * for other processes.
   */
  private static final double SHARE_FOR_AGENTS = 0.6;
  private static final int SITES = 2;
  private static final int MOST_AGENTS = 4;
  private static final int TRANSFERS = 192;
  private static final int MOST_TRANSFERS = 10_000;
  private static final double LEAST_EXPONENT = 0.1;
  private static final double MOST_EXPONENT = 3;

  @Option(names = "--agents", paramLabel = "N,...", split = ",", defaultValue = "1,2,4",
      description = "Agents per site, 1 to 4; compared with the first (default: ${DEFAULT-VALUE}).")
  private List<Integer> agents;

  @Option(names = "--cores", paramLabel = "X,...", split = ",",
      description = "Of each agent, at least 0.1 (default: 0.5, or less where all agents together would need most of this machine's); "
          + "several: of one agent each.")
  private List<Double> cores = List.of();

  @Option(names = "--balance", paramLabel = "POLICY", defaultValue = "prequal",
      description = "How agents divide a shuffle, beside the hash: prequal or malcolm (default: ${DEFAULT-VALUE}).")
  private String balance;

  @Option(names = "--zipf", paramLabel = "S",
      description = "Partitions by Zipf's law with this exponent, 0.1 to 3, over the largest number of --agents.")
  private Optional<Double> zipf = Optional.empty();

  @Option(names = "--megabytes", paramLabel = "N", defaultValue = "2000", description = "Of the shuffle (default: ${DEFAULT-VALUE}).")
  private int megabytes;

  @Option(names = "--transfers", paramLabel = "N",
      description = "Into how many equal parts it is divided, 1 to 10000; not with --zipf (default: 192). With few, the agent that has one "
          + "more than the others is the last.")
  private OptionalInt transfers = OptionalInt.empty();

  @Option(names = "--rounds", paramLabel = "N", defaultValue = "3", description = "Turns of each number; medians count (default: 3).")
  private int rounds;

  /** The output of {@code --json}. */
  record Report(int machineCores, double coresPerAgent, long bytes, int transfers, List<AgentsBench.Row> rows) {}

  /** The output of {@code --json} for agents with different parts of a core. */
  record UnequalReport(int machineCores, long bytes, int transfers, UnequalAgents.Result result) {}

  /** The output of {@code --json} for partitions of different sizes. */
  record SkewedReport(int agents, double coresPerAgent, double exponent, long bytes, List<SkewedPartitions.Row> rows) {}

  @Override
  public Integer call() throws IOException, InterruptedException {
    check();
    Progress progress = progress();
    int machine = Runtime.getRuntime().availableProcessors();
    int most = agents.stream().mapToInt(Integer::intValue).max().orElseThrow();
    double each = cores.isEmpty() ? affordable(machine, most) : cores.get(0);
    long bytes = megabytes * 1_000_000L;
    int parts = transfers.orElse(TRANSFERS);
    BalanceKind kind = BalanceKind.of(balance).orElseThrow();
    try (LimitedAgents limited = new LimitedAgents(progress::say)) {
      if (cores.size() > 1) {
        UnequalAgents bench = new UnequalAgents(limited, new UnequalAgents.Load(cores, kind, bytes, parts, rounds), progress::say);
        return report(new UnequalReport(machine, bytes, parts, bench.run()), true, BenchAgentsCommand::print);
      }
      if (zipf.isPresent()) {
        LimitedAgents.Agents equal = new LimitedAgents.Agents(Collections.nCopies(most, each), kind);
        SkewedPartitions bench =
            new SkewedPartitions(limited, new SkewedPartitions.Load(equal, zipf.get(), bytes, rounds), progress::say);
        return report(new SkewedReport(most, each, zipf.get(), bytes, bench.run()), true, BenchAgentsCommand::print);
      }
      AgentsBench.Load load = new AgentsBench.Load(agents, each, kind, PairWan.equal(bytes, parts), rounds);
      AgentsBench bench = new AgentsBench(limited, load, progress::say);
      return report(new Report(machine, each, bytes, parts, bench.run()), true, BenchAgentsCommand::print);
    }
  }

  /**
   * Returns the cores of each agent, half a core at most. If agents waited for a core instead of for their quota, the
   * measurement would not depend on their number.
   */
  static double affordable(int machineCores, int mostAgents) {
    return Math.max(LEAST_CORES, Math.min(HALF_A_CORE, SHARE_FOR_AGENTS * machineCores / (SITES * mostAgents)));
  }

  private void check() {
    if (agents.stream().anyMatch(number -> number < 1 || number > MOST_AGENTS)) {
      throw wrong("--agents: expected 1 to " + MOST_AGENTS + ", got " + agents);
    }
    if (!cores.stream().allMatch(some -> some >= LEAST_CORES && Double.isFinite(some)) || cores.size() > MOST_AGENTS) {
      throw wrong("--cores: expected up to " + MOST_AGENTS + " numbers of at least " + LEAST_CORES + ", got " + cores);
    }
    if (BalanceKind.of(balance).filter(kind -> kind != BalanceKind.HASH).isEmpty()) {
      throw wrong("--balance: expected prequal or malcolm, got " + balance);
    }
    if (zipf.isPresent() && (!(zipf.get() >= LEAST_EXPONENT && zipf.get() <= MOST_EXPONENT) || cores.size() > 1)) {
      throw wrong("--zipf: expected " + LEAST_EXPONENT + " to " + MOST_EXPONENT + ", and one number for --cores, got " + zipf.get()
          + " and " + cores);
    }
    expect("--transfers", transfers.orElse(TRANSFERS), 1, MOST_TRANSFERS);
    if (zipf.isPresent() && transfers.isPresent()) {
      throw wrong("--transfers: partitions by --zipf have numbers and sizes of their own, got both");
    }
    if (megabytes < 1 || rounds < 1 || rounds > 100) {
      throw wrong("--megabytes is at least 1 and --rounds 1 to 100, got " + megabytes + " and "
          + rounds);
    }
  }

  private static void print(PrintWriter out, Report report) {
    report.rows().forEach(row -> out.printf(Locale.ROOT, "%d per site, %.2f cores each, by %s: %.1f MB/s, %.2f times%n",
        row.agentsPerSite(), report.coresPerAgent(), row.balance(), row.medianBytesPerSecond() / 1e6, row.ratio()));
  }

  private static void print(PrintWriter out, UnequalReport report) {
    UnequalAgents.Result result = report.result();
    result.alone().forEach(one -> out.printf(Locale.ROOT, "%.2f cores alone: %.1f MB/s%n", one.cores(), one.bytesPerSecond() / 1e6));
    out.printf(Locale.ROOT, "their sum: %.1f MB/s%n", result.sumBytesPerSecond() / 1e6);
    result.together().forEach(all -> out.printf(Locale.ROOT, "together, by %s: %.1f MB/s, %.2f of the sum%n", all.balance(),
        all.bytesPerSecond() / 1e6, all.ratio()));
  }

  private static void print(PrintWriter out, SkewedReport report) {
    report.rows().forEach(row -> out.printf(Locale.ROOT, "%d agents, partitions by Zipf %.1f, by %s: the last is done %.2f times as late "
        + "as the mean%n", report.agents(), report.exponent(), row.balance(), row.medianLastOverMean()));
  }
}
