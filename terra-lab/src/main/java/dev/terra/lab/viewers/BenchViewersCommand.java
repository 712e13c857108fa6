package dev.terra.lab.viewers;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.google.common.math.Quantiles;
import dev.terra.cli.progress.Progress;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code ./terra bench viewers}: what those who watch cost a controller's rounds. */
@Command(
    name = "viewers",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Times a controller's rounds with and without viewers of live updates, in turn, in one process; agents are made up and say twice a",
      "second that a little of each shuffle has arrived. Exit code 1 if the median round is more than 5 %% slower with viewers."
    })
public final class BenchViewersCommand implements Callable<Integer> {
  private static final double LIMIT = 1.05;

  @Spec private CommandSpec spec;

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

  @Option(names = "--json", description = "Print one JSON object instead of text.")
  private boolean json;

  private final Progress progress = new Progress(() -> spec.commandLine().getErr(), System::nanoTime);

  /** What {@code --json} prints. */
  record ViewersReport(
      int shuffles, int viewers, int rounds, double medianMillisWithout, double medianMillisWith, double ratio, double limit,
      boolean holds) {}

  @Override
  public Integer call() throws IOException, InterruptedException {
    Path home = Path.of(System.getenv().getOrDefault("TERRA_HOME", "."));
    List<Double> without = new ArrayList<>();
    List<Double> with = new ArrayList<>();
    try (ViewersRun run = new ViewersRun(topology(home), paths, shuffles, 1)) {
      run.awaitJoined(progress::say);
      run.rounds(viewers, seconds, line -> progress.say("warming up, " + line));
      for (int i = 0; i < turns; i++) {
        without.addAll(run.rounds(0, seconds, progress::say));
        with.addAll(run.rounds(viewers, seconds, progress::say));
      }
    }
    double before = Quantiles.median().compute(without);
    double after = Quantiles.median().compute(with);
    boolean holds = after <= LIMIT * before;
    print(new ViewersReport(shuffles, viewers, without.size() + with.size(), before, after, after / before, LIMIT, holds));
    return holds ? 0 : 1;
  }

  private Path topology(Path home) throws IOException {
    return sites != null ? ViewersRun.generated(sites, links)
        : topology.orElseGet(() -> home.resolve("topologies/att.yaml"));
  }

  private void print(ViewersReport report) throws IOException {
    PrintWriter out = spec.commandLine().getOut();
    if (json) {
      out.println(new ObjectMapper().writeValueAsString(report));
    } else {
      out.printf(Locale.ROOT, "%d shuffles: median round %.2f ms without viewers, %.2f ms with %d: %.3f x (at most %.2f)%n",
          report.shuffles(), report.medianMillisWithout(), report.medianMillisWith(), report.viewers(), report.ratio(), report.limit());
    }
    out.flush();
  }
}
