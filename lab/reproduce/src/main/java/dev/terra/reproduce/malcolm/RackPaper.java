package dev.terra.reproduce.malcolm;

import com.google.common.base.Splitter;
import com.google.common.collect.ImmutableList;
import dev.terra.reproduce.Row;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * The figures of the thesis. Its testbed's throughputs are printed in words only; if it names the load up to which its
 * own program keeps a low tail, that is the paper's value.
 */
public final class RackPaper {
  /** The figures; those of a rack by workload. */
  public static final List<String> NAMES = ImmutableList.copyOf(Stream.concat(
      Stream.of("7.1", "7.2", "7.6").flatMap(figure -> TaskTimes.ALL.stream().map(times -> figure + ":" + times.name())),
      Stream.of("7.8", "7.9")).toList());

  private static final String OURS = "malcolm";
  private static final double BEAT = 1e-4;
  private static final double TIMES_MEAN = 10;
  /** The factor on the tail of the service times alone where that tail is longer than ten times their mean. */
  private static final double TIMES_TAIL = 1.5;
  private static final int TAIL_DRAWS = 1_000_000;
  private static final int HALVINGS = 7;
  private static final double LOWEST = .3;
  private static final double WARM_UP = .3;
  private static final double LEAST_ENDED = .98;
  private static final double SENSITIVITY_LOAD = .85;
  private static final double KILO = 1e-3;
  private static final double PERCENT = 100;
  /** The resolution of a bisection of loads, in percent. */
  private static final double RESOLUTION = 1;
  private static final Map<String, Double> LOADS_ALIKE = Map.of("Exp", 92.0, "Bimodal", 90.0, "HyperExp-1", 90.0, "HyperExp-2", 85.0);
  private static final Map<String, Double> LOADS_MIXED = Map.of("Exp", 91.0, "Bimodal", 91.0, "HyperExp-1", 90.0, "HyperExp-2", 93.0);

  private final long seed;
  private final int tasks;

  /**
   * Makes the figures with a seed.
   *
   * @param seed of all random numbers
   * @param tasks of each run, at least 1000
   */
  public RackPaper(long seed, int tasks) {
    this.seed = seed;
    this.tasks = tasks;
  }

  /** Returns the rows of one of {@link #NAMES}. */
  public Supplier<List<Row>> of(String name) {
    List<String> words = Splitter.on(':').splitToList(name);
    return switch (words.get(0)) {
      case "7.1" -> () -> rack("7.1", Rack.ALIKE, times(words.get(1)), LOADS_ALIKE);
      case "7.2" -> () -> rack("7.2", Rack.MIXED, times(words.get(1)), LOADS_MIXED);
      case "7.6" -> () -> Rack.BOTH.stream().map(rack -> besideIdealPairs(rack, times(words.get(1)))).toList();
      case "7.8" -> this::beats;
      case "7.9" -> this::changes;
      default -> throw new IllegalArgumentException("expected some of " + NAMES + ", got '" + name + "'");
    };
  }

  private static TaskTimes times(String name) {
    return TaskTimes.ALL.stream().filter(times -> times.name().equals(name)).findFirst()
        .orElseThrow(() -> new IllegalArgumentException("expected a workload, got '" + name + "'"));
  }

  private List<Row> rack(String figure, Rack rack, TaskTimes times, Map<String, Double> paper) {
    double target = target(times);
    Map<String, Double> carried = new LinkedHashMap<>();
    Balancers.ALL.forEach((name, balancer) -> carried.put(name, most(rack, times, balancer, target)));
    String setting = String.format(Locale.ROOT, "%s, %s, p99 of %.0f us: ", rack.name(), times.name(), target);
    List<Row> rows = new ArrayList<>();
    carried.forEach((name, perSecond) -> rows.add(new Row(figure, setting + "throughput by " + name, null, null, perSecond * KILO,
        "thousand/s", perSecond > 0)));
    double ours = carried.getOrDefault(OURS, 0.0);
    carried.remove(OURS);
    Map.Entry<String, Double> best = carried.entrySet().stream().max(Map.Entry.comparingByValue()).orElseThrow();
    double gain = PERCENT * (ours / best.getValue() - 1);
    rows.add(new Row(figure, setting + "load by malcolm", paper.get(times.name()), null, PERCENT * ours / rack.capacity(times), "%",
        ours > 0));
    rows.add(new Row(figure, setting + "gain of malcolm over the best other, " + best.getKey(), null, null, gain, "%",
        gain >= -RESOLUTION));
    return rows;
  }

  /** Returns the row that compares with RackSched, which is simulated without any delay, in the thesis too. */
  private Row besideIdealPairs(Rack rack, TaskTimes times) {
    double target = target(times);
    double ideal = most(rack, times, Balancers.IDEAL_PAIR, target);
    double gain = PERCENT * (most(rack, times, ours(), target) / ideal - 1);
    return new Row("7.6", String.format(Locale.ROOT, "%s, %s, p99 of %.0f us: gain of malcolm over RackSched without delays", rack.name(),
        times.name(), target), null, null, gain, "%", gain >= -RESOLUTION);
  }

  private static Function<RackRun, Balancer> ours() {
    return Balancers.ALL.getOrDefault(OURS, Balancers.IDEAL_PAIR);
  }

  /** Returns the tail that must be kept, in microseconds. */
  private double target(TaskTimes times) {
    Random random = new Random(seed);
    long[] drawn = Stream.generate(() -> times.draw(random)).limit(TAIL_DRAWS).mapToLong(Long::longValue).sorted().toArray();
    return Math.max(TIMES_MEAN * times.meanMicros(), TIMES_TAIL * drawn[(int) (.99 * drawn.length)] / 1e6);
  }

  /** Returns the largest rate at which a tail is kept, in tasks a second. */
  private double most(Rack rack, TaskTimes times, Function<RackRun, Balancer> balancer, double targetMicros) {
    double capacity = rack.capacity(times);
    double kept = LOWEST * capacity;
    double missed = capacity;
    for (int i = 0; i < HALVINGS; i++) {
      double rate = (kept + missed) / 2;
      RackRun run = new RackRun(rack, times, BEAT, seed, balancer);
      run.until(tasks / rate, rate);
      if (run.dropped() == 0 && run.ended() >= LEAST_ENDED * tasks && run.tailMicros((int) (WARM_UP * tasks)) <= targetMicros) {
        kept = rate;
      } else {
        missed = rate;
      }
    }
    return kept;
  }

  private List<Row> beats() {
    TaskTimes exp = TaskTimes.ALL.get(0);
    double rate = SENSITIVITY_LOAD * Rack.ALIKE.capacity(exp);
    List<Row> rows = new ArrayList<>();
    for (double beat : List.of(1e-4, 2e-4, 5e-4, 1e-3)) {
      Map<String, Double> tails = new LinkedHashMap<>();
      for (String name : List.of("JSQ", "JBT", OURS)) {
        RackRun run = new RackRun(Rack.ALIKE, exp, beat, seed, Balancers.ALL.getOrDefault(name, Balancers.IDEAL_PAIR));
        run.until(tasks / rate, rate);
        tails.put(name, run.tailMicros((int) (WARM_UP * tasks)));
      }
      double least = tails.values().stream().min(Double::compare).orElseThrow();
      tails.forEach((name, tail) -> rows.add(new Row("7.8", String.format(Locale.ROOT, "8 x 8 workers, Exp at 85 %%, loads told every"
          + " %.0f us: p99 by %s", beat * 1e6, name), null, null, tail, "us",
          !name.equals(OURS) || (tail <= least && tail <= TIMES_MEAN * 50))));
    }
    return rows;
  }

  /** Returns the rows of traffic and pace that change half-way. The paper shows that loads become equal again. */
  private List<Row> changes() {
    return List.of(
        change("60 % of the tasks come to the fast servers", 540e3, 540e3, run -> run.skew(4, .6)),
        change("from 360 to 540 thousand/s, all that is new to the fast servers", 360e3, 540e3, run -> run.skew(4, 300 / 540.0)),
        change("the fast servers become slower by a half", 540e3, 540e3, run -> run.pace(4, .5)));
  }

  private Row change(String what, double before, double after, Consumer<RackRun> change) {
    RackRun run = new RackRun(Rack.THREE_KINDS, TaskTimes.ALL.get(0), BEAT, seed, ours());
    double seconds = tasks / before / 2;
    run.until(seconds, before);
    int ended = run.ended();
    change.accept(run);
    run.until(2 * seconds, after);
    double tail = run.tailMicros(ended);
    return new Row("7.9", Rack.THREE_KINDS.name() + ", Exp: p99 from when " + what, null, null, tail, "us", tail <= TIMES_MEAN * 50);
  }
}
