package dev.terra.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.terra.core.wan.Wan;
import dev.terra.schedule.PolicyName;
import dev.terra.schedule.path.PathRules;
import dev.terra.sim.trace.Trace;
import dev.terra.sim.trace.TraceGenerator.Shape;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class EvaluationTest {
  private static final Wan PIPE = Fixtures.wan("pipe", "A-B 10");
  private static final Trace HUNDRED = new Trace("t", List.of(Fixtures.job("j", 0, "A>B 100")), List.of());

  private static Evaluation evaluation(Wan wan, Trace trace, OptionalDouble alpha, SimulationOptions options) {
    return new Evaluation(new Evaluation.Setting(wan, trace, PathRules.DEFAULT_PATHS, alpha, options), () -> 0);
  }

  @Test
  void loadIsTheTimeThatEverythingTakesOverTheTimeInWhichItComes() {
    Trace trace = new Trace("t", List.of(Fixtures.job("1", 5, "A>B 100"), Fixtures.job("2", 15, "A>B 60"), Fixtures.job("3", 25, "B>A 60")),
        List.of());

    assertThat(evaluation(PIPE, trace, OptionalDouble.empty(), SimulationOptions.plain()).offeredLoad()).isCloseTo(16 / 20.0, within(1e-9));
    assertThat(evaluation(PIPE, HUNDRED, OptionalDouble.empty(), SimulationOptions.plain()).offeredLoad()).as("all at once").isZero();
  }

  @Property(tries = 15)
  void generatedTracesHaveTheLoadThatWasAskedFor(@ForAll Shape shape, @ForAll @LongRange(max = 9999) long seed) {
    Wan wan = Fixtures.triangle();
    Trace trace = Fixtures.generate(wan, shape, 200, seed);

    assertThat(evaluation(wan, trace, OptionalDouble.empty(), SimulationOptions.plain()).offeredLoad()).isBetween(0.9 * 0.75, 0.9 * 1.35);
  }

  @ParameterizedTest
  @EnumSource(PolicyName.class)
  void theDelaysOfAControllerCountWhereThereIsOne(PolicyName policy) {
    SimulationOptions slow = new SimulationOptions(ComputeModel.off(1), List.of(), new ControllerDelay(0.5, 1.5), RoundTrips.NONE, false);
    boolean tcp = policy == PolicyName.DEFAULT || policy == PolicyName.PARALLEL_TCP || policy == PolicyName.MPTCP;

    assertThat(Fixtures.averageJob(Fixtures.run(PIPE, HUNDRED, policy, slow))).isCloseTo(tcp ? 10 : 12, within(1e-6));
  }

  @ParameterizedTest
  @EnumSource(PolicyName.class)
  void aPipeThatOneHasAloneIsUsedWhatever(PolicyName policy) {
    SimulationResult run = evaluation(PIPE, HUNDRED, OptionalDouble.of(0.4), SimulationOptions.plain()).run(policy, (done, all) -> { });

    assertThat(Fixtures.averageJob(run)).as("what is left free goes to work conservation").isCloseTo(10, within(1e-6));
    assertThat(run.policy()).isEqualTo(policy.toString());
  }

  @ParameterizedTest
  @EnumSource(PolicyName.class)
  void onlyTerraCarriesFewerBytesWhereChunksAreCompressed(PolicyName policy) {
    Trace trace = HUNDRED.withWireShare(0.25);
    double usual = policy == PolicyName.TERRA || policy == PolicyName.TERRA_PLUS ? 2.5 : 10;

    SimulationResult run = evaluation(PIPE, trace, OptionalDouble.empty(), SimulationOptions.plain()).run(policy, (done, all) -> { });

    assertThat(Fixtures.averageJob(run)).isCloseTo(usual, within(1e-6));
  }

  @Test
  void progressIsToldJobByJob() {
    List<String> told = new ArrayList<>();
    Trace trace = new Trace("t", List.of(
        Fixtures.job("1", 0, "A>B 10"), Fixtures.job("2", 0, "A>B 20"), Fixtures.job("3", 9, "B>A 1")), List.of());

    evaluation(PIPE, trace, OptionalDouble.empty(), SimulationOptions.plain())
        .run(PolicyName.TERRA_PLUS, (done, all) -> told.add(done + "/" + all));

    assertThat(told).containsExactly("1/3", "2/3", "3/3");
  }

  @Property(tries = 20)
  void theBoundOfAJobAloneIsItsTime(@ForAll @LongRange(max = 9999) long seed) {
    Wan wan = Fixtures.triangle();
    Trace trace = Fixtures.generate(wan, Shape.DAG, 1, seed);
    Evaluation evaluation = evaluation(wan, trace, OptionalDouble.empty(), SimulationOptions.plain());

    double bound = Fixtures.averageJob(evaluation.bound());

    double reached = Fixtures.averageJob(evaluation.run(PolicyName.TERRA_PLUS, (done, all) -> { }));
    assertThat(bound).isPositive().isLessThanOrEqualTo(reached * (1 + 1e-6));
  }

  @Test
  void theBoundKnowsThatALinkWillBeWider() {
    SimulationOptions wider = new SimulationOptions(
        ComputeModel.off(1), WanEvent.parse("5 capacity B A 160 Mbps"), ControllerDelay.NONE, RoundTrips.NONE, false);
    Evaluation evaluation = evaluation(PIPE, HUNDRED, OptionalDouble.empty(), wider);

    assertThat(Fixtures.averageJob(evaluation.bound())).as("at 20 a second").isCloseTo(5, within(1e-6));
    assertThat(Fixtures.averageJob(evaluation.run(PolicyName.TERRA_PLUS, (done, all) -> { }))).as("50 at 10, 50 at 20")
        .isCloseTo(7.5, within(1e-6));
  }

  @Test
  void aTraceWithoutAnythingForTheWanEndsAtOnce() {
    Trace local = new Trace("t", List.of(Fixtures.job("j", 3, "A>A 100")), List.of());
    for (PolicyName policy : PolicyName.values()) {
      SimulationResult run = Fixtures.run(PIPE, local, policy, SimulationOptions.plain());
      assertThat(run.jobs()).singleElement().satisfies(job -> assertThat(job.seconds()).isZero());
      assertThat(run.coflows()).isEmpty();
    }
  }
}
