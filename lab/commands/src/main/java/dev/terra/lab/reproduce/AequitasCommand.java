package dev.terra.lab.reproduce;

import com.fasterxml.jackson.core.JsonProcessingException;
import dev.terra.reproduce.Row;
import dev.terra.reproduce.aequitas.PaperFigures;
import dev.terra.reproduce.aequitas.PaperFigures.Case;
import dev.terra.reproduce.aequitas.Run;
import dev.terra.reproduce.aequitas.ScenarioFile;
import dev.terra.reproduce.event.Port;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code ./terra reproduce aequitas}: admission to latency classes (Zhang et al., SIGCOMM 2022), packet by packet. */
@Command(
    name = "aequitas",
    mixinStandardHelpOptions = true,
    description = {
      "Admission to latency classes on weighted fair queues (Aequitas, SIGCOMM 2022), packet by packet: figures 10 (worst delays",
      "against the paper's formula), 11 and 12 (tails against targets), 15 (what is admitted of four mixes), 17 and 18 (fairness).",
      "All figures take some minutes. Exit code 1 if a row does not hold."
    })
public final class AequitasCommand extends PaperCommand {
  private static final int LEAST_REQUESTS = 1_000;
  private static final int MOST_REQUESTS = 100_000_000;

  @Option(names = "--figure", split = ",", paramLabel = "N", description = "Only these: 10, 11, 12, 15, 17, 18 (default: all).")
  private List<String> figures = PaperFigures.NAMES;

  @Option(names = "--requests", defaultValue = "1000000", paramLabel = "N",
      description = "Requests of a run of three hosts; 33 hosts have three or ten times as many (default ${DEFAULT-VALUE})."
          + " With fewer, runs end before they are steady.")
  private int requests;

  @Option(names = "--config", paramLabel = "FILE",
      description = "Instead, one run of a configuration file of the authors' simulator (py/*/conf_*.txt); its num_flow says how long.")
  private @Nullable Path config;

  @Option(names = "--queueing", defaultValue = "VIRTUAL_CLOCK", paramLabel = "HOW",
      description = "How ports serve classes: ${COMPLETION-CANDIDATES} (default ${DEFAULT-VALUE}, as the authors' simulator does).")
  private Port.Queueing queueing;

  @Override
  public Integer call() throws JsonProcessingException {
    expect("--requests", requests, LEAST_REQUESTS, MOST_REQUESTS / 100.0);
    expectKnown("--figure", figures, PaperFigures.NAMES);
    PaperFigures paper = new PaperFigures(requests, queueing);
    List<Case> cases = config == null ? figures.stream().flatMap(figure -> paper.of(figure).stream()).toList()
        : List.of(configured(config));
    return report(run(cases).stream().flatMap(List::stream).toList());
  }

  private Case configured(Path file) {
    if (!Files.isReadable(file)) {
      throw wrong("--config: " + file + " cannot be read");
    }
    try {
      ScenarioFile.Parsed parsed = ScenarioFile.read(file, queueing);
      expect(file + ": num_flow", parsed.requests(), LEAST_REQUESTS, MOST_REQUESTS);
      return ConfiguredRun.of(file, parsed);
    } catch (IllegalArgumentException e) {
      throw wrong(e.getMessage());
    }
  }

  /** Runs the cases on all processors. Each run has random numbers of its own. */
  private List<List<Row>> run(List<Case> cases) {
    AtomicInteger done = new AtomicInteger();
    int all = Math.toIntExact(cases.stream().mapToLong(Case::requests).sum());
    AtomicInteger ended = new AtomicInteger();
    List<List<Row>> rows = IntStream.range(0, cases.size()).parallel().mapToObj(i -> {
      Case one = cases.get(i);
      List<Row> read = one.rows().apply(Run.of(one.setting(), one.requests(), seed(), count -> tick(ended, all)));
      progress().say(one.name() + ": done (" + done.incrementAndGet() + " of " + cases.size() + ")");
      return read;
    }).toList();
    progress().clearBar();
    return rows;
  }

  private void tick(AtomicInteger ended, int all) {
    int now = ended.incrementAndGet();
    if (now % (1 << 17) == 0) {
      synchronized (this) {
        progress().bar("requests", now, all);
      }
    }
  }
}
