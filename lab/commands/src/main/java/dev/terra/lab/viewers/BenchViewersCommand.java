package dev.terra.lab.viewers;

import com.google.common.math.Quantiles;
import dev.terra.lab.command.LabCommand;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code ./terra bench viewers}: measures what viewers cost a controller's rounds. */
@Command(
    name = "viewers",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Times a controller's rounds with and without viewers of live updates, in turn, in one process; agents are made up and say twice a",
      "second that a little of each shuffle has arrived. Exit code 1 if the median round is more than 5 %% slower with viewers."
    })
public final class BenchViewersCommand extends LabCommand {
  private static final double LIMIT = 1.05;

  @Option(names = "--topology", paramLabel = "FILE", description = "Topology file (default: topologies/att.yaml).")
  private Optional<Path> topology = Optional.empty();

  @Option(names = "--sites", paramLabel = "N", description = "Generate a topology of so many sites instead.")
  private Integer sites;

  @Option(names = "--links", paramLabel = "N", defaultValue = "1250", description = "Of as many links (default: ${DEFAULT-VALUE}).")
  private int links;

  @Option(names = "--paths", paramLabel = "N", defaultValue = "10",
      description = "Tunnels for each pair of sites (default: ${DEFAULT-VALUE}); there are sites x (sites - 1) pairs.")
  private int paths;

  @Option(names = "--shuffles", paramLabel = "N", defaultValue = "1000", description = "Shuffles at once (default: ${DEFAULT-VALUE}).")
  private int shuffles;

  @Option(names = "--viewers", paramLabel = "N", defaultValue = "10", description = "Who watches (default: ${DEFAULT-VALUE}).")
  private int viewers;

  @Option(names = "--rounds", paramLabel = "N", defaultValue = "4", description = "Times with and without (default: ${DEFAULT-VALUE}).")
  private int turns;

  @Option(names = "--seconds", paramLabel = "S", defaultValue = "10", description = "Of each (default: ${DEFAULT-VALUE}).")
  private double seconds;

  /** The output of {@code --json}. */
  record ViewersReport(
      int shuffles, int viewers, int rounds, double medianMillisWithout, double medianMillisWith, double ratio, double limit,
      boolean holds) {}

  @Override
  public Integer call() throws IOException, InterruptedException {
    List<Double> without = new ArrayList<>();
    List<Double> with = new ArrayList<>();
    try (ViewersRun run = new ViewersRun(topology(), paths, shuffles, 1)) {
      run.awaitJoined(progress()::say);
      run.rounds(viewers, seconds, line -> progress().say("warming up, " + line));
      for (int i = 0; i < turns; i++) {
        without.addAll(run.rounds(0, seconds, progress()::say));
        with.addAll(run.rounds(viewers, seconds, progress()::say));
      }
    }
    double before = Quantiles.median().compute(without);
    double after = Quantiles.median().compute(with);
    boolean holds = after <= LIMIT * before;
    int rounds = without.size() + with.size();
    return report(new ViewersReport(shuffles, viewers, rounds, before, after, after / before, LIMIT, holds), holds,
        BenchViewersCommand::print);
  }

  private Path topology() throws IOException {
    return sites != null ? ViewersRun.generated(sites, links)
        : topology(topology, "att");
  }

  private static void print(PrintWriter out, ViewersReport report) {
    out.printf(Locale.ROOT, "%d shuffles: median round %.2f ms without viewers, %.2f ms with %d: %.3f x (at most %.2f)%n",
        report.shuffles(), report.medianMillisWithout(), report.medianMillisWith(), report.viewers(), report.ratio(), report.limit());
  }
}
