package dev.terra.lab.reproduce;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.google.common.collect.ImmutableMap;
import com.google.common.collect.ImmutableSet;
import dev.terra.core.recurring.KnobRules;
import dev.terra.reproduce.Row;
import dev.terra.reproduce.zeus.Gpu;
import dev.terra.reproduce.zeus.Measurements;
import dev.terra.reproduce.zeus.TrainingJob;
import dev.terra.reproduce.zeus.ZeusFigures;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.function.Supplier;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code ./terra reproduce zeus}: recurring jobs that learn (You et al., NSDI 2023), on the authors' measurements. */
@Command(
    name = "zeus",
    mixinStandardHelpOptions = true,
    description = {
      "Recurring training jobs that learn their batch size and power limit (Zeus, NSDI 2023), on the measurements that its authors",
      "published: 4.6 (energy and time of the last ten recurrences, against Default and Grid Search), 4.7 (cumulative regret), 4.11 and",
      "4.12 (eta and beta swept), concurrent (runs that overlap), observer. All take seconds. Exit code 1 if a row does not hold."
    })
public final class ZeusCommand extends PaperCommand {
  private static final double LEAST_BETA = 1.01;
  private static final double MOST_BETA = 1_000;
  private static final int MOST_SEEDS = 1_000;

  @Option(names = "--data", required = true, paramLabel = "FOLDER",
      description = "The authors' measurements: summary_train.csv and summary_power_GPU.csv of ml-energy/zeus, folder"
          + " examples/research_reproducibility/zeus_nsdi23/trace.")
  private Path data;

  @Option(names = "--gpu", split = ",", paramLabel = "GPU", description = "v100, a40, p100, rtx6000 (default ${DEFAULT-VALUE}).",
      defaultValue = "v100")
  private List<String> gpus;

  @Option(names = "--figure", split = ",", paramLabel = "N",
      description = "Only these: 4.6, 4.7, 4.11, 4.12, concurrent, observer (default: all).")
  private List<String> figures = ZeusFigures.NAMES;

  @Option(names = "--job", split = ",", paramLabel = "JOB",
      description = "Only these: librispeech, squad, sentiment140, imagenet, cifar100, movielens (default: all).")
  private List<String> jobs = TrainingJob.names();

  @Option(names = "--eta", defaultValue = "0.5", paramLabel = "ETA",
      description = "How much of the cost is energy, 0 to 1; the rest is time (default ${DEFAULT-VALUE}).")
  private double eta;

  @Option(names = "--beta", defaultValue = "" + KnobRules.STOP_FACTOR, paramLabel = "BETA",
      description = "A run is stopped at so many times the least cost (default ${DEFAULT-VALUE}).")
  private double beta;

  @Option(names = "--seeds", defaultValue = "3", paramLabel = "N",
      description = "Of how many runs a row is the mean, with seeds from --seed on (default ${DEFAULT-VALUE}).")
  private int seeds;

  @Override
  public Integer call() throws JsonProcessingException {
    expectKnown("--gpu", gpus, Gpu.names());
    expectKnown("--figure", figures, ZeusFigures.NAMES);
    expectKnown("--job", jobs, TrainingJob.names());
    expect("--eta", eta, 0, 1);
    expect("--beta", beta, LEAST_BETA, MOST_BETA);
    expect("--seeds", seeds, 1, MOST_SEEDS);
    try {
      Measurements measurements = Measurements.in(data);
      ImmutableMap.Builder<String, Supplier<List<Row>>> parts = ImmutableMap.builder();
      for (String gpu : ImmutableSet.copyOf(gpus)) {
        ZeusFigures paper = figures(measurements, gpu);
        ImmutableSet.copyOf(figures).forEach(figure -> parts.put(gpu + ", " + figure, () -> paper.of(figure)));
      }
      ImmutableMap<String, Supplier<List<Row>>> all = parts.buildOrThrow();
      return report(all.keySet().asList(), name -> requireNonNull(all.get(name)).get());
    } catch (IllegalArgumentException e) {
      throw wrong("--data: " + e.getMessage());
    }
  }

  private ZeusFigures figures(Measurements measurements, String gpu) {
    List<TrainingJob> chosen = jobs.stream().map(job -> TrainingJob.valueOf(job.toUpperCase(Locale.ROOT))).toList();
    return new ZeusFigures(measurements, Gpu.valueOf(gpu.toUpperCase(Locale.ROOT)), chosen,
        new ZeusFigures.Knobs(eta, beta, seed(), seeds));
  }
}
