package dev.terra.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.terra.core.wan.Wan;
import dev.terra.schedule.PolicyName;
import dev.terra.schedule.path.PathRules;
import dev.terra.schedule.path.PathSets;
import dev.terra.sim.bound.BoundInstance;
import dev.terra.sim.bound.BusyTimeBound.Item;
import dev.terra.sim.bound.BusyTimeBound;
import dev.terra.sim.bound.OptimalOrder;
import dev.terra.sim.trace.Trace;
import dev.terra.sim.trace.TraceGenerator.Shape;
import dev.terra.sim.trace.TraceGenerator;
import dev.terra.sim.trace.TraceJob;
import dev.terra.topology.RandomTopology;
import java.util.List;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TraceBoundTest {
  private static Evaluation evaluation(Wan wan, Trace trace) {
    return new Evaluation(new Evaluation.Setting(
        wan, trace, PathRules.DEFAULT_PATHS, OptionalDouble.empty(), SimulationOptions.plain()), () -> 0);
  }

  private static Trace generate(Wan wan, int jobs, OptionalDouble load, Shape shape, long seed) {
    Gammas gammas = new Gammas(new PathSets(wan, PathRules.defaults()));
    return TraceGenerator.generate(wan, new TraceGenerator.Spec(jobs, load, shape, 1e11, seed), gammas::secondsToSendAll);
  }

  @Test
  void oneMachineIsSolvedExactly() {
    List<Double> ends = new BusyTimeBound(List.of(
        new Item(0, 0, 0, List.of(40.0)), new Item(1, 0, 0, List.of(10.0)), new Item(2, 100, 3, List.of(5.0))),
        List.of(40.0, 10.0, 108.0)).ends();
    assertThat(ends.stream().mapToDouble(Double::doubleValue).sum()).isCloseTo(50 + 10 + 108, within(0.5));
  }

  @Test
  void jobsThatShareALinkWaitForEachOther() {
    Wan pipe = Fixtures.wan("pipe", "A-B 10");
    List<TraceJob> jobs = List.of(Fixtures.job("1", 0, "A>B 100"), Fixtures.job("2", 0, "A>B 200"), Fixtures.job("3", 0, "A>B 300"));
    SimulationResult bound = evaluation(pipe, new Trace("t", jobs, List.of())).bound();
    assertThat(Fixtures.averageJob(bound)).isCloseTo((10 + 30 + 60) / 3.0, within(0.3)).isLessThan(100 / 3.0 + 1e-6);
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6})
  void isAtMostTheOptimumOfSmallInstances(long seed) {
    Wan wan = RandomTopology.generate(5, 7, seed);
    Trace trace = generate(wan, 4, seed % 2 == 0 ? OptionalDouble.empty() : OptionalDouble.of(1), Shape.COFLOW, seed);
    Evaluation evaluation = evaluation(wan, trace);
    double reached = Fixtures.averageJob(evaluation.run(PolicyName.TERRA_PLUS, (done, all) -> { }));
    double optimum = new OptimalOrder(new PathSets(wan, PathRules.defaults()), 20_000)
        .solve(new BoundInstance(wan, trace).items(), reached).averageSeconds();
    double bound = Fixtures.averageJob(evaluation.bound());
    assertThat(bound).isBetween(0.8 * optimum, optimum * (1 + 1e-6));
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void isAtMostWhatPoliciesReachWithDags(long seed) {
    Wan wan = RandomTopology.generate(6, 9, seed);
    Evaluation evaluation = evaluation(wan, generate(wan, 30, OptionalDouble.of(1.3), Shape.DAG, seed));
    double bound = Fixtures.averageJob(evaluation.bound());
    assertThat(bound).isPositive();
    for (PolicyName policy : List.of(PolicyName.TERRA, PolicyName.TERRA_PLUS, PolicyName.SIPHON)) {
      assertThat(Fixtures.averageJob(evaluation.run(policy, (done, all) -> { }))).isGreaterThan(bound);
    }
  }
}
