package dev.terra.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.terra.core.wan.SiteId;
import dev.terra.core.wan.Wan;
import dev.terra.schedule.PolicyName;
import dev.terra.sim.trace.SiteBytes;
import dev.terra.sim.trace.Stage;
import dev.terra.sim.trace.Trace;
import dev.terra.sim.trace.TraceJob;
import dev.terra.sim.trace.TraceShuffle;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.Function;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Tests on one link from A to B, where scheduling is a queue with one server, for which all times are known. TCP shares the link among
 * flows. A policy that has the sizes serves the shortest remaining transfer first, and no order is better on average.
 */
class OnePipeTest {
  private static final Wan PIPE = Fixtures.wan("pipe", "A-B 10");
  private static final double CAPACITY = 10;

  /** A transfer, with its size in units. */
  private record Task(String id, double arrival, double units, int flows) {
    TraceJob job() {
      SiteBytes bytes = new SiteBytes(new SiteId("A"), new SiteId("B"), units * Fixtures.UNIT, flows);
      return new TraceJob(id, arrival, List.of(new Stage("map", Map.of(bytes.from(), 1)), new Stage("reduce", Map.of(bytes.to(), 1))),
          List.of(TraceShuffle.of("map", "reduce", List.of(bytes))));
    }
  }

  private static Map<String, Double> simulated(List<Task> tasks, PolicyName policy) {
    Trace trace = new Trace("pipe", tasks.stream().map(Task::job).toList(), List.of());
    return Fixtures.secondsByJob(Fixtures.run(PIPE, trace, policy, SimulationOptions.plain()));
  }

  /**
   * Returns the times with a server that divides its capacity in proportion to weights, which depend on what is left of the present
   * transfers.
   */
  private static Map<String, Double> served(List<Task> tasks, Function<Map<Task, Double>, Map<Task, Double>> weights) {
    Map<String, Double> took = new TreeMap<>();
    List<Task> coming = new ArrayList<>(tasks.stream().sorted(Comparator.comparingDouble(Task::arrival)).toList());
    Map<Task, Double> left = new TreeMap<>(Comparator.comparing(Task::id));
    double now = 0;
    while (!coming.isEmpty() || !left.isEmpty()) {
      Map<Task, Double> weight = weights.apply(left);
      double sum = weight.values().stream().mapToDouble(Double::doubleValue).sum();
      double step = coming.isEmpty() ? Double.POSITIVE_INFINITY : coming.get(0).arrival() - now;
      for (Map.Entry<Task, Double> each : weight.entrySet()) {
        step = Math.min(step, left.get(each.getKey()) * sum / (CAPACITY * each.getValue()));
      }
      for (Map.Entry<Task, Double> each : weight.entrySet()) {
        left.merge(each.getKey(), -step * CAPACITY * each.getValue() / sum, Double::sum);
      }
      now += step;
      for (Task done : left.entrySet().stream().filter(each -> each.getValue() < 1e-9).map(Map.Entry::getKey).toList()) {
        took.put(done.id(), now - done.arrival());
        left.remove(done);
      }
      while (!coming.isEmpty() && coming.get(0).arrival() <= now + 1e-12) {
        left.put(coming.get(0), coming.remove(0).units());
      }
    }
    return took;
  }

  private static Map<Task, Double> byFlows(Map<Task, Double> left) {
    Map<Task, Double> weights = new TreeMap<>(Comparator.comparing(Task::id));
    left.keySet().forEach(task -> weights.put(task, (double) task.flows()));
    return weights;
  }

  private static Map<Task, Double> equally(Map<Task, Double> left) {
    Map<Task, Double> weights = new TreeMap<>(Comparator.comparing(Task::id));
    left.keySet().forEach(task -> weights.put(task, 1.0));
    return weights;
  }

  private static Map<Task, Double> shortestFirst(Map<Task, Double> left) {
    return left.entrySet().stream().min(Map.Entry.<Task, Double>comparingByValue())
        .map(first -> Map.of(first.getKey(), 1.0)).orElse(Map.of());
  }

  private static List<Task> tasks(long seed, int most) {
    Random random = new Random(seed);
    List<Task> tasks = new ArrayList<>();
    double arrival = 0;
    for (int i = 0; i < 1 + random.nextInt(most); i++) {
      tasks.add(new Task("t" + i, arrival, 1 + 99 * random.nextDouble(), 1 + random.nextInt(4)));
      arrival += 8 * random.nextDouble();
    }
    return tasks;
  }

  private static void assertSame(Map<String, Double> actual, Map<String, Double> expected) {
    assertThat(actual.keySet()).isEqualTo(expected.keySet());
    expected.forEach((job, seconds) -> assertThat(actual.get(job)).as(job).isCloseTo(seconds, within(1e-6 * seconds + 1e-6)));
  }

  @Test
  void theQueueIsWhatBooksSay() {
    List<Task> tasks = List.of(new Task("large", 0, 40, 1), new Task("small", 1, 10, 3));

    assertThat(served(tasks, OnePipeTest::shortestFirst)).isEqualTo(Map.of("large", 5.0, "small", 1.0));
    assertThat(served(tasks, OnePipeTest::equally)).isEqualTo(Map.of("large", 5.0, "small", 2.0));
    assertThat(served(tasks, OnePipeTest::byFlows).get("small")).isCloseTo(4.0 / 3, within(1e-12));
  }

  @Property(tries = 25)
  void tcpSharesTheLinkAmongFlows(@ForAll @LongRange(max = 99_999) long seed) {
    List<Task> tasks = tasks(seed, 12);
    Map<String, Double> expected = served(tasks, OnePipeTest::byFlows);

    assertSame(simulated(tasks, PolicyName.DEFAULT), expected);
    assertSame(simulated(tasks, PolicyName.MPTCP), expected);
  }

  @Property(tries = 25)
  void asManyConnectionsForEachBundleShareItAmongBundles(@ForAll @LongRange(max = 99_999) long seed) {
    List<Task> tasks = tasks(seed, 12);
    Map<String, Double> expected = served(tasks, OnePipeTest::equally);

    assertSame(simulated(tasks, PolicyName.PARALLEL_TCP), expected);
    assertSame(simulated(tasks, PolicyName.MULTIPATH_ONLY), expected);
  }

  @Property(tries = 25)
  void whoKnowsSizesServesTheShortestFirst(@ForAll @LongRange(max = 99_999) long seed) {
    List<Task> tasks = tasks(seed, 12);
    Map<String, Double> expected = served(tasks, OnePipeTest::shortestFirst);

    assertSame(simulated(tasks, PolicyName.VARYS), expected);
    assertSame(simulated(tasks, PolicyName.SIPHON), expected);
    assertSame(simulated(tasks, PolicyName.SCHEDULING_ONLY), expected);
  }

  /**
   * The guard of age may hold a short transfer back for a long one that has waited for a long time. No policy is faster on average than
   * the best order.
   */
  @Property(tries = 25)
  void terraPlusIsCloseToTheBestOrder(@ForAll @LongRange(max = 99_999) long seed) {
    List<Task> tasks = tasks(seed, 12);
    double best = average(served(tasks, OnePipeTest::shortestFirst));

    assertThat(average(simulated(tasks, PolicyName.TERRA_PLUS))).isBetween(best * (1 - 1e-6), best * 1.1);
  }

  private static double average(Map<String, Double> seconds) {
    return seconds.values().stream().mapToDouble(Double::doubleValue).average().orElseThrow();
  }

  @ParameterizedTest
  @EnumSource(PolicyName.class)
  void theLinkIsBusyUntilAllIsSent(PolicyName policy) {
    for (long seed = 0; seed < 10; seed++) {
      List<Task> tasks = tasks(seed, 12).stream().map(task -> new Task(task.id(), 0, task.units(), task.flows())).toList();
      double all = tasks.stream().mapToDouble(Task::units).sum() / CAPACITY;
      assertThat(simulated(tasks, policy).values().stream().mapToDouble(Double::doubleValue).max().orElseThrow())
          .as("%s, seed %s", policy, seed).isCloseTo(all, Fixtures.relative(1e-6));
    }
  }

  @ParameterizedTest
  @EnumSource(PolicyName.class)
  void theOtherDirectionIsAnotherLink(PolicyName policy) {
    Trace trace = new Trace("both ways", List.of(Fixtures.job("there", 0, "A>B 100"), Fixtures.job("back", 0, "B>A 50")), List.of());
    Map<String, Double> seconds = Fixtures.secondsByJob(Fixtures.run(PIPE, trace, policy, SimulationOptions.plain()));

    assertSame(seconds, Map.of("there", 10.0, "back", 5.0));
  }
}
