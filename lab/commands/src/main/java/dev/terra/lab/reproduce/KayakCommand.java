package dev.terra.lab.reproduce;

import com.fasterxml.jackson.core.JsonProcessingException;
import dev.terra.reproduce.kayak.StorePaper;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code ./terra reproduce kayak}: ship compute or data (You et al., NSDI 2021), on a model of a key-value store. */
@Command(
    name = "kayak",
    mixinStandardHelpOptions = true,
    description = {
      "Which requests a store executes and which it only serves reads for (Kayak, NSDI 2021), by Terra's two loops, on a model of a",
      "key-value store: throughput within a target beside the best fixed share, all by RPC, all by reads, and ASFP; the order of loops",
      "that does not settle; other starts; four tenants. All take some minutes. Exit code 1 if a row does not hold."
    })
public final class KayakCommand extends PaperCommand {
  private static final int LEAST_REQUESTS = 10_000;
  private static final int MOST_REQUESTS = 10_000_000;

  @Option(names = "--only", split = ",", paramLabel = "NAME",
      description = "Only these: light, medium, heavy, bimodal (mixes), order, start, tenants (default: all).")
  private List<String> names = StorePaper.NAMES;

  @Option(names = "--requests", defaultValue = "300000", paramLabel = "N",
      description = "Requests of each run of a sweep (default ${DEFAULT-VALUE}).")
  private int requests;

  @Override
  public Integer call() throws JsonProcessingException {
    expect("--requests", requests, LEAST_REQUESTS, MOST_REQUESTS);
    expectKnown("--only", names, StorePaper.NAMES);
    StorePaper paper = new StorePaper(seed(), requests);
    return report(names, name -> paper.of(name).get());
  }
}
