package dev.terra.sim.bound;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A lower bound on the sum of the ends of jobs under any schedule: the Lagrangian dual of the time-indexed linear program, in continuous
 * time.
 *
 * <p>A <i>machine</i> is a price for every link such that all links together are worth 1 a second. A coflow's load on it is the least price
 * at which its bytes can be carried, so no schedule works off more than 1 a second of all loads together. If a coflow's load p on a machine
 * is worked off at the mean time M, it ends no sooner than M + p / 2; and a job, of which loads P are worked off at M on average, no sooner
 * than M + P / 2. A job's end is thus at least any weighted mean of such terms, for its coflows and for itself on all machines, and of its
 * end if nothing ever waits. For fixed weights, the least sum over all jobs splits into one problem for each machine, which
 * {@link SingleMachine} solves exactly. So any weights prove a bound. Multiplicative updates approach the weights that prove the best
 * bound: each job shifts weight to the terms with the latest ends. The weights circle around the best ones, so their mean, in which later
 * weights count more, is tried as well.
 *
 * <p>Example: on one machine, two jobs of load 10 and 40 that are both released at the start. The load of 10 is worked off at 5 on average,
 * and the load of 40 at 30. The bounds are 10 and 50, which any schedule needs.
 */
public final class BusyTimeBound {
  /** The number of updates. The bound grows little after some hundred. */
  private static final int ROUNDS = 400;
  /** The step of the first update; later steps are shorter, so that weights settle. */
  private static final double STEP = 2;

  /** Terms that differ by less than this, relative, are equal. */
  private static final double ROUNDING = 1e-6;

  /**
   * A coflow.
   *
   * @param job the number of the job to which it belongs, from 0
   * @param releaseSeconds the earliest time at which it can start
   * @param tailSeconds the least time that its job takes after its last byte
   * @param loads its load on each machine, seconds
   */
  public record Item(int job, double releaseSeconds, double tailSeconds, List<Double> loads) {}

  /**
   * A lower bound on a job's end: by one of its coflows on a machine, by all of its coflows on a machine, or, without a machine, by its
   * time alone.
   */
  private static final class Term {
    private final int job;
    private final @Nullable SingleMachine machine;
    private final int machineIndex;
    private final int[] items;
    private final double constant;
    private final double load;
    private double weight = 1;
    private double value;

    Term(int job, @Nullable SingleMachine machine, int machineIndex, int[] items, double tail) {
      this.job = job;
      this.machine = machine;
      this.machineIndex = machineIndex;
      this.items = items;
      this.load = Arrays.stream(items).mapToDouble(this::load).sum();
      this.constant = tail + load / 2;
    }

    private double load(int item) {
      return machine == null ? 0 : machine.load(item);
    }

    void evaluate(double[][] mean) {
      value = constant;
      for (int item : items) {
        value += mean[machineIndex][item] * load(item) / load;
      }
    }
  }

  private final List<SingleMachine> machines = new ArrayList<>();
  private final List<Term> terms = new ArrayList<>();
  private final int jobs;
  private final int itemCount;

  /**
   * Makes a bound over these coflows.
   *
   * @param aloneSeconds when each job ends if nothing ever waits
   */
  public BusyTimeBound(List<Item> items, List<Double> aloneSeconds) {
    this.jobs = aloneSeconds.size();
    this.itemCount = items.size();
    double[] release = items.stream().mapToDouble(Item::releaseSeconds).toArray();
    int machineCount = items.isEmpty() ? 0 : items.get(0).loads().size();
    for (int index = 0; index < machineCount; index++) {
      int loads = index;
      machines.add(new SingleMachine(release, items.stream().mapToDouble(item -> item.loads().get(loads)).toArray()));
    }
    List<List<Integer>> byJob = new ArrayList<>();
    for (int job = 0; job < jobs; job++) {
      byJob.add(new ArrayList<>());
      terms.add(new Term(job, null, 0, new int[0], aloneSeconds.get(job)));
    }
    for (int item = 0; item < items.size(); item++) {
      byJob.get(items.get(item).job()).add(item);
    }
    byJob.forEach(members -> addTerms(items, members));
  }

  private void addTerms(List<Item> items, List<Integer> members) {
    for (int index = 0; index < machines.size(); index++) {
      SingleMachine machine = machines.get(index);
      int[] seen = members.stream().filter(item -> machine.load(item) > 0).mapToInt(Integer::intValue).toArray();
      for (int item : seen) {
        terms.add(new Term(items.get(item).job(), machine, index, new int[] {item}, items.get(item).tailSeconds()));
      }
      if (seen.length > 1) {
        double leastTail = Arrays.stream(seen).mapToDouble(item -> items.get(item).tailSeconds()).min().orElse(0);
        terms.add(new Term(items.get(seen[0]).job(), machine, index, seen, leastTail));
      }
    }
  }

  /** Returns ends of the jobs, seconds. Their sum is a lower bound; a single end need not be one. */
  public List<Double> ends() {
    double[] best = new double[jobs];
    double[] average = new double[terms.size()];
    normalise();
    for (int round = 1; round <= ROUNDS; round++) {
      double[] weights = terms.stream().mapToDouble(term -> term.weight).toArray();
      double share = 2.0 / (round + 1);
      Arrays.setAll(average, t -> average[t] + share * (weights[t] - average[t]));
      best = better(best, prove(average));
      double[] ends = prove(weights);
      best = better(best, ends);
      shiftWeights(ends, STEP / Math.sqrt(round));
      normalise();
    }
    return Arrays.stream(best).boxed().toList();
  }

  private static double[] better(double[] one, double[] other) {
    return Arrays.stream(other).sum() > Arrays.stream(one).sum() ? other : one;
  }

  /** Returns what these weights prove about each job's end. The terms keep the weights and get their values. */
  private double[] prove(double[] weights) {
    for (int t = 0; t < weights.length; t++) {
      terms.get(t).weight = weights[t];
    }
    double[][] mean = workOff();
    double[] ends = new double[jobs];
    for (Term term : terms) {
      term.evaluate(mean);
      ends[term.job] += term.weight * term.value;
    }
    return ends;
  }

  /** Returns the mean times of all loads in the best schedule of each machine. */
  private double[][] workOff() {
    double[][] urgency = new double[machines.size()][itemCount];
    for (Term term : terms) {
      for (int item : term.items) {
        urgency[term.machineIndex][item] += term.weight / term.load;
      }
    }
    double[][] mean = new double[machines.size()][];
    Arrays.setAll(mean, index -> machines.get(index).meanSeconds(urgency[index]));
    return mean;
  }

  private void shiftWeights(double[] ends, double step) {
    double[] spread = new double[jobs];
    for (Term term : terms) {
      spread[term.job] = Math.max(spread[term.job], Math.abs(term.value - ends[term.job]));
    }
    for (Term term : terms) {
      if (spread[term.job] > ROUNDING * ends[term.job]) {
        term.weight *= Math.exp(step * (term.value - ends[term.job]) / spread[term.job]);
      }
    }
  }

  /** Scales the weights of each job's terms to a sum of 1. */
  private void normalise() {
    double[] sum = new double[jobs];
    terms.forEach(term -> sum[term.job] += term.weight);
    terms.forEach(term -> term.weight /= sum[term.job]);
  }
}
