package dev.terra.lab.schedule;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.terra.cli.schedule.ScheduleJson;
import dev.terra.core.wan.Wan;
import dev.terra.schedule.Allocation;
import dev.terra.schedule.PolicyName;
import dev.terra.schedule.Scheduler;
import dev.terra.schedule.SchedulerConfig;
import dev.terra.schedule.ShuffleDemand;
import dev.terra.schedule.check.ComparingSolver;
import dev.terra.schedule.check.EventStream;
import dev.terra.schedule.check.RandomShuffles;
import dev.terra.schedule.lp.CertifiedSolver;
import dev.terra.schedule.lp.PathSimplex;
import dev.terra.schedule.ortools.GlopSolver;
import dev.terra.schedule.path.PathRules;
import dev.terra.schedule.path.PathSets;
import dev.terra.schedule.policy.PolicyScheduler;
import dev.terra.topology.Topologies;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Times rounds and events. Each round is solved twice: by the scheduler itself, and by a scheduler whose solver is
 * OR-Tools, on exactly the same programmes. In the second one, the fast solver runs too, so that the programmes stay
 * the same; its time is subtracted.
 */
final class ScheduleBenchmark {
  /**
   * The warm-up takes the available time divided by this number, or longer. The just-in-time compiler needs some
   * thousand programmes before times are steady.
   */
  private static final int WARM_UP_SHARE = 4;
  private static final int WARM_UP_ROUNDS = 150;
  private static final int MIN_SAMPLES = 3;
  /**
   * The rounds for each round of the reference, which takes so much longer that otherwise too few samples of the
   * scheduler itself are left.
   */
  private static final int ROUNDS_PER_REFERENCE = 5;
  private static final int MAX_SAMPLES = 400;
  private static final int MAX_DUMPED = 20;

  private final Wan wan;
  private final long seed;
  private final PathSets paths;
  private final long budgetNanos;
  private final Samples round = new Samples();
  private final Samples referenceRound = new Samples();
  private final Samples event = new Samples();
  private final Samples capacityEvent = new Samples();
  private double maxDifference;
  private long programmes;
  private long fallbacks;
  private long uncertified;

  ScheduleBenchmark(Wan wan, long seed, int k, long budgetNanos) {
    this.wan = wan;
    this.seed = seed;
    this.paths = new PathSets(wan, PathRules.atMost(k));
    this.budgetNanos = budgetNanos;
  }

  ObjectNode run(int shuffles, int active, Optional<Path> dump) {
    dump.ifPresent(folder -> write(folder, "topology.yaml", Topologies.toYaml(wan)));
    RandomShuffles random = new RandomShuffles(wan, seed);
    warmUp(shuffles);
    long end = System.nanoTime() + budgetNanos / 2;
    while (referenceRound.size() == 0 || (System.nanoTime() < end && round.size() < MAX_SAMPLES)) {
      List<ShuffleDemand> instance = IntStream.range(0, shuffles).mapToObj(i -> random.next(0)).toList();
      cachePaths(instance);
      Allocation schedule = measureRound(instance);
      if (round.size() % ROUNDS_PER_REFERENCE == 1) {
        measureReference(instance);
      }
      if (round.size() <= MAX_DUMPED) {
        dump.ifPresent(folder -> dump(folder, instance, schedule));
      }
    }
    measureEvents(active);
    return result(shuffles, active);
  }

  private void warmUp(int shuffles) {
    RandomShuffles random = new RandomShuffles(wan, seed + 1);
    long start = System.nanoTime();
    for (int rounds = 0; System.nanoTime() < start + budgetNanos / WARM_UP_SHARE
        || (rounds < WARM_UP_ROUNDS && System.nanoTime() < start + budgetNanos); rounds++) {
      List<ShuffleDemand> instance = IntStream.range(0, shuffles).mapToObj(i -> random.next(0)).toList();
      cachePaths(instance);
      new PolicyScheduler(roundConfig(), paths).schedule(wan, instance, 0);
    }
  }

  private static SchedulerConfig roundConfig() {
    return SchedulerConfig.of(PolicyName.TERRA);
  }

  private void cachePaths(List<ShuffleDemand> instance) {
    for (ShuffleDemand shuffle : instance) {
      shuffle.bundles().forEach(bundle -> paths.between(wan.indexOf(bundle.from()), wan.indexOf(bundle.to())).touchedLinks());
    }
  }

  private Allocation measureRound(List<ShuffleDemand> instance) {
    CertifiedSolver fast = new CertifiedSolver(new PathSimplex(), GlopSolver::new);
    long start = System.nanoTime();
    Allocation schedule = new PolicyScheduler(roundConfig(), paths, fast).schedule(wan, instance, 0);
    round.addNanos(System.nanoTime() - start);
    fallbacks += fast.fallbacks();
    uncertified += fast.uncertified();
    return schedule;
  }

  private void measureReference(List<ShuffleDemand> instance) {
    ComparingSolver both = new ComparingSolver(
        new CertifiedSolver(new PathSimplex(), GlopSolver::new), new GlopSolver(), System::nanoTime);
    long start = System.nanoTime();
    new PolicyScheduler(roundConfig(), paths, both).schedule(wan, instance, 0);
    referenceRound.addNanos(System.nanoTime() - start - both.firstNanos());
    maxDifference = Math.max(maxDifference, both.maxRelativeDifference());
    programmes += both.programs();
  }

  private void measureEvents(int active) {
    Scheduler scheduler = new PolicyScheduler(SchedulerConfig.of(PolicyName.TERRA_PLUS), paths);
    EventStream life = new EventStream(wan, active, seed + 2);
    Allocation schedule = scheduler.schedule(life.wan(), life.active(), life.nowSeconds());
    long warm = System.nanoTime() + budgetNanos / 8;
    long end = System.nanoTime() + budgetNanos / 2;
    for (int number = 1; number <= 2 * MIN_SAMPLES || (System.nanoTime() < end && event.size() < 5 * MAX_SAMPLES); number++) {
      boolean measured = System.nanoTime() > warm || number > MIN_SAMPLES;
      Samples ordinary = measured ? event : new Samples();
      life.progress(schedule, 1);
      schedule = measure(scheduler, life, ordinary);
      while (life.active().size() < active) {
        life.arrive();
        schedule = measure(scheduler, life, ordinary);
      }
      if (number % 4 == 0) {
        life.changeCapacity();
        schedule = measure(scheduler, life, measured ? capacityEvent : new Samples());
      }
    }
  }

  private static Allocation measure(Scheduler scheduler, EventStream life, Samples samples) {
    long start = System.nanoTime();
    Allocation schedule = scheduler.schedule(life.wan(), life.active(), life.nowSeconds());
    samples.addNanos(System.nanoTime() - start);
    return schedule;
  }

  private ObjectNode result(int shuffles, int active) {
    ObjectNode node = new ObjectMapper().createObjectNode();
    node.put("topology", wan.name());
    node.put("sites", wan.sites().size());
    node.put("links", wan.links().size() / 2);
    node.put("shuffles", shuffles);
    node.put("active", active);
    round.put(node, "roundMillis");
    node.put("lps", (double) programmes / referenceRound.size());
    referenceRound.put(node, "referenceRoundMillis");
    node.put("maxRelativeDifferenceToReference", maxDifference);
    node.put("fallbacks", fallbacks);
    node.put("uncertified", uncertified);
    event.put(node, "eventMillis");
    capacityEvent.put(node, "capacityChangeMillis");
    Runtime runtime = Runtime.getRuntime();
    node.put("heapMegabytes", (runtime.totalMemory() - runtime.freeMemory()) >> 20);
    return node;
  }

  private void dump(Path folder, List<ShuffleDemand> instance, Allocation schedule) {
    String number = String.format(Locale.ROOT, "%03d", round.size());
    write(folder, "shuffles-" + number + ".json", ScheduleJson.pretty(ScheduleJson.input(instance)));
    write(folder, "schedule-" + number + ".json", ScheduleJson.pretty(ScheduleJson.output(wan, schedule)));
  }

  private static void write(Path folder, String name, String text) {
    try {
      Files.createDirectories(folder);
      Files.writeString(folder.resolve(name), text + "\n");
    } catch (IOException e) {
      throw new UncheckedIOException("cannot write " + folder.resolve(name) + ": " + e.getMessage(), e);
    }
  }
}
