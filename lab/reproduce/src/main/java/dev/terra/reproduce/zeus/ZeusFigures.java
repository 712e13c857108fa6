package dev.terra.reproduce.zeus;

import dev.terra.core.recurring.CostWeights;
import dev.terra.core.recurring.KnobRules;
import dev.terra.core.recurring.ProfileSearch;
import dev.terra.core.recurring.ProfileSearch.ObservedSaving;
import dev.terra.reproduce.Row;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.LongFunction;
import java.util.function.ToDoubleFunction;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/** The paper's figures on the measurements of one GPU. */
public final class ZeusFigures {
  /** The names that {@link #of} accepts. */
  public static final List<String> NAMES = List.of("4.6", "4.7", "4.11", "4.12", "concurrent", "observer");

  /** The number of last recurrences that count as converged (section 4.6.2). */
  private static final int LAST = 10;
  /** The limit of the energy beyond that of the authors' code, as a share. */
  private static final double TOLERANCE = .03;
  /**
   * The limit of the cost, as a multiple of the least. The mean of ten runs of few epochs is at times this far from the
   * mean of all runs.
   */
  private static final double NEAR_LEAST = 1.1;
  /**
   * The limit of the cost, as a multiple of the usual setting's. Where the usual setting is the best one, choices that
   * are nearly as good continue to be tried.
   */
  private static final double AS_GOOD = 1.03;
  private static final double PAPER_ETA = .5;
  private static final List<Double> ETAS = List.of(0., .25, .5, .75, 1.);
  private static final List<Double> BETAS = List.of(1.5, 3., 4., 5.);
  /** The number of recurrences that overlap. */
  private static final double OVERLAP = 4;

  private final Gpu gpu;
  private final List<MeasuredJob> jobs;
  private final double eta;
  private final double beta;
  private final List<Long> seeds;

  /**
   * Makes the figures of some jobs.
   *
   * @param jobs the jobs
   */
  public ZeusFigures(Measurements measurements, Gpu gpu, List<TrainingJob> jobs, Knobs knobs) {
    this.gpu = gpu;
    this.jobs = jobs.stream().map(job -> measurements.of(job, gpu)).toList();
    this.eta = knobs.eta();
    this.beta = knobs.beta();
    this.seeds = LongStream.range(knobs.seed(), knobs.seed() + knobs.seeds()).boxed().toList();
  }

  /**
   * The parameters of runs.
   *
   * @param eta the weight of energy in the cost, 0 to 1
   * @param beta the multiple of the least cost at which a run is stopped
   * @param seed of the first run
   * @param seeds the number of runs whose mean is a row
   */
  public record Knobs(double eta, double beta, long seed, int seeds) {}

  /** Returns the rows of a figure. */
  public List<Row> of(String figure) {
    return switch (figure) {
      case "4.6" -> jobs.stream().flatMap(this::converged).toList();
      case "4.7" -> jobs.stream().map(this::regret).toList();
      case "4.11" -> sweepOfEta();
      case "4.12" -> BETAS.stream().map(this::sweepOfBeta).toList();
      case "concurrent" -> jobs.stream().map(this::concurrent).toList();
      case "observer" -> jobs.stream().map(this::observer).toList();
      default -> throw new IllegalArgumentException("figure: expected one of " + NAMES + ", got " + figure);
    };
  }

  private Stream<Row> converged(MeasuredJob job) {
    CostWeights weights = weights(job, eta);
    TrainingRun usual = job.usual();
    List<List<TrainingRun>> zeus = runs(seed -> zeus(job, weights, beta, seed));
    double energy = mean(zeus, all -> lastMean(all, TrainingRun::joules)) / usual.joules();
    double time = mean(zeus, all -> lastMean(all, TrainingRun::seconds)) / usual.seconds();
    double cost = mean(zeus, all -> lastMean(all, run -> run.cost(weights))) / job.leastCost(weights);
    double grid = mean(runs(seed -> new GridSearch(job, weights, seed).recur(recurrences(job))),
        all -> lastMean(all, TrainingRun::joules)) / usual.joules();
    boolean isPapers = eta == PAPER_ETA;
    double authors = gpu.authorsEnergy(job.job());
    return Stream.of(
        new Row("4.6a", name(job) + "energy of the last ten / Default", null, isPapers ? authors : null, energy, "ratio",
            isPapers ? energy <= authors + TOLERANCE : cost <= NEAR_LEAST),
        new Row("4.6b", name(job) + "time of the last ten / Default", null, null, time, "ratio",
            weights.cost(energy * usual.joules(), time * usual.seconds()) <= AS_GOOD * usual.cost(weights)),
        new Row("4.6", name(job) + "cost of the last ten / least of all settings", 1., null, cost, "ratio", cost <= NEAR_LEAST),
        new Row("4.6a", name(job) + "energy of Grid Search's last ten / Default", null, null, grid, "ratio",
            energy <= grid + TOLERANCE));
  }

  /** Returns the row of the regret, as a part of Grid Search's. */
  private Row regret(MeasuredJob job) {
    CostWeights weights = weights(job, eta);
    double least = job.leastCost(weights);
    ToDoubleFunction<List<TrainingRun>> regret = all -> all.stream().mapToDouble(run -> run.cost(weights) - least).sum() / least;
    double zeus = mean(runs(seed -> zeus(job, weights, beta, seed)), regret);
    double grid = mean(runs(seed -> new GridSearch(job, weights, seed).recur(recurrences(job))), regret);
    return new Row("4.7", name(job) + String.format(Locale.ROOT, "cumulative regret in best runs (Grid Search: %.1f)", grid), null, null,
        zeus, "runs", zeus <= grid);
  }

  /** Returns the rows for several values of eta: with a larger eta, less energy and more time. */
  private List<Row> sweepOfEta() {
    List<Row> rows = new ArrayList<>();
    double lastEnergy = Double.POSITIVE_INFINITY;
    double lastTime = 0;
    for (double swept : ETAS) {
      double energy = geometricMean(job -> lastOfUsual(job, swept, TrainingRun::joules));
      double time = geometricMean(job -> lastOfUsual(job, swept, TrainingRun::seconds));
      String setting = name() + String.format(Locale.ROOT, "eta %.2f, geometric mean: ", swept);
      rows.add(new Row("4.11", setting + "energy of the last ten / Default", null, null, energy, "ratio",
          energy <= lastEnergy + TOLERANCE));
      rows.add(new Row("4.11", setting + "time of the last ten / Default", null, null, time, "ratio", time >= lastTime - TOLERANCE));
      lastEnergy = energy;
      lastTime = time;
    }
    return rows;
  }

  private double lastOfUsual(MeasuredJob job, double swept, ToDoubleFunction<TrainingRun> what) {
    CostWeights weights = weights(job, swept);
    return mean(runs(seed -> zeus(job, weights, beta, seed)), all -> lastMean(all, what)) / what.applyAsDouble(job.usual());
  }

  /** Returns the row of a value of beta. The paper finds that beta 2 takes the least energy in total. */
  private Row sweepOfBeta(double swept) {
    double energy = geometricMean(job -> allEnergy(job, swept) / allEnergy(job, KnobRules.STOP_FACTOR));
    String setting = name() + String.format(Locale.ROOT, "beta %.1f, geometric mean: energy of all runs / that at beta 2", swept);
    return new Row("4.12", setting, null, null, energy, "ratio", energy >= 1 - TOLERANCE);
  }

  private double allEnergy(MeasuredJob job, double swept) {
    CostWeights weights = weights(job, eta);
    return mean(runs(seed -> zeus(job, weights, swept, seed)), all -> all.stream().mapToDouble(TrainingRun::joules).sum());
  }

  private Row concurrent(MeasuredJob job) {
    CostWeights weights = weights(job, eta);
    double pause = job.usual().seconds() / OVERLAP;
    double cost = mean(runs(seed -> new RecurringTraining(job, weights, beta, seed).recurEvery(pause, recurrences(job))),
        all -> lastMean(all, run -> run.cost(weights))) / job.leastCost(weights);
    return new Row("4.4.4", name(job) + "runs overlap: cost of the last ten / least of all settings", null, null, cost, "ratio",
        cost <= NEAR_LEAST);
  }

  /** Returns the row that compares the report of a run at the largest limit with runs at the limit that the report names. */
  private Row observer(MeasuredJob job) {
    CostWeights weights = weights(job, eta);
    int batch = job.usualBatch();
    ObservedSaving saving = ProfileSearch.observed(weights, job.profiles(batch), job.mostPower());
    double energy = job.mean(batch, job.profile(batch, saving.setting())).joules() / job.usual().joules();
    return new Row("4.5", name(job) + String.format(Locale.ROOT, "observer: energy at %d W / Default", saving.setting()), null, energy,
        saving.spentPart(), "ratio", Math.abs(saving.spentPart() - energy) <= TOLERANCE);
  }

  private List<TrainingRun> zeus(MeasuredJob job, CostWeights weights, double stopFactor, long seed) {
    return new RecurringTraining(job, weights, stopFactor, seed).recur(recurrences(job));
  }

  private List<List<TrainingRun>> runs(LongFunction<List<TrainingRun>> run) {
    return seeds.stream().map(run::apply).toList();
  }

  /** Returns a number of recurrences with which Grid Search has tried all settings by half of them (section 4.6.2). */
  private static int recurrences(MeasuredJob job) {
    return 2 * job.profiles().size() * job.limits();
  }

  private static CostWeights weights(MeasuredJob job, double eta) {
    return new CostWeights(eta, job.mostPower());
  }

  private static double lastMean(List<TrainingRun> all, ToDoubleFunction<TrainingRun> what) {
    return all.subList(Math.max(0, all.size() - LAST), all.size()).stream().mapToDouble(what).average().orElseThrow();
  }

  private static double mean(List<List<TrainingRun>> runs, ToDoubleFunction<List<TrainingRun>> what) {
    return runs.stream().mapToDouble(what).average().orElseThrow();
  }

  private double geometricMean(ToDoubleFunction<MeasuredJob> what) {
    return Math.exp(jobs.stream().mapToDouble(job -> Math.log(what.applyAsDouble(job))).average().orElseThrow());
  }

  private String name() {
    return gpu + ", ";
  }

  private String name(MeasuredJob job) {
    return gpu + ", " + job.job() + ": ";
  }
}
