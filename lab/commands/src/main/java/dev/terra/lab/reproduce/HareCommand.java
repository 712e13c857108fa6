package dev.terra.lab.reproduce;

import com.fasterxml.jackson.core.JsonProcessingException;
import dev.terra.core.shares.SharePolicy;
import dev.terra.reproduce.hare.HareFigures;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code ./terra reproduce hare}: a cache and the rates behind it, shared by tenants (Ye et al., FAST 2026). */
@Command(
    name = "hare",
    mixinStandardHelpOptions = true,
    description = {
      "A cache, and the read units, write units and network behind it, shared by tenants (HARE, FAST 2026), on key-value stores in virtual",
      "time, beside DRF and Memshare: ycsb (the slides' four tenants, with 6 to 16 M keys), tenants (sixteen), dominant (all lack the same",
      "rate), dynamic (a load changes each minute), ghost (time of an access of a ghost cache, and its curves). All take some minutes.",
      "Exit code 1 if a row does not hold."
    })
public final class HareCommand extends PaperCommand {
  private static final int MOST_SCALE = 1_000;

  @Option(names = "--only", split = ",", paramLabel = "NAME",
      description = "Only these: ycsb, tenants, dominant, dynamic, ghost (default: all).")
  private List<String> names = HareFigures.NAMES;

  @Option(names = "--scale", defaultValue = "1", paramLabel = "N",
      description = "Keys, cache and rates are so many times smaller (default ${DEFAULT-VALUE}; dynamic: at least 16).")
  private int scale;

  @Option(names = "--instance", paramLabel = "FILE",
      description = "Instead, what each tenant of a pool gets: a JSON object of deltaBytes, leastBytes, resources (each with name and"
          + " sparedByHits), and tenants (each with missed, spared, base and curve).")
  private @Nullable Path instance;

  @Option(names = "--policy", defaultValue = "HARE", paramLabel = "POLICY",
      description = "How a pool of --instance is divided: ${COMPLETION-CANDIDATES} (default ${DEFAULT-VALUE}).")
  private SharePolicy policy;

  @Override
  public Integer call() throws JsonProcessingException {
    expectKnown("--only", names, HareFigures.NAMES);
    expect("--scale", scale, 1, MOST_SCALE);
    if (instance != null) {
      return divide(instance);
    }
    HareFigures paper = new HareFigures(seed(), scale, System::nanoTime);
    return report(names.stream().flatMap(name -> paper.of(name).stream()).toList());
  }

  private int divide(Path file) throws JsonProcessingException {
    try {
      return report(ShareInstance.rows(ShareInstance.read(file), policy));
    } catch (IllegalArgumentException e) {
      throw wrong("--instance: " + e.getMessage());
    }
  }
}
