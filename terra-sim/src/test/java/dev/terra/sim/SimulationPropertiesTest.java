package dev.terra.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.terra.core.wan.Wan;
import dev.terra.schedule.PolicyName;
import dev.terra.schedule.path.PathRules;
import dev.terra.schedule.path.PathSets;
import dev.terra.sim.SimulationResult.CoflowTime;
import dev.terra.sim.SimulationResult.JobTime;
import dev.terra.sim.trace.Trace;
import dev.terra.sim.trace.TraceGenerator.Shape;
import dev.terra.sim.trace.TraceGenerator;
import dev.terra.sim.trace.TraceJob;
import dev.terra.sim.trace.Traces;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;

/**
 * Tests of what holds for every generated trace. A simulation itself checks capacities, sent bytes, and that no coflow is faster than its
 * Gamma.
 */
class SimulationPropertiesTest {
  private static final int JOBS = 8;

  private final Wan wan = Fixtures.triangle();
  private final SimulationOptions plain =
      new SimulationOptions(ComputeModel.off(1), List.of(), ControllerDelay.NONE, RoundTrips.NONE, false);

  private Trace trace(Shape shape, long seed) {
    return Fixtures.generate(wan, shape, JOBS, seed);
  }

  private Evaluation evaluation(Trace trace) {
    return new Evaluation(
        new Evaluation.Setting(wan, trace, PathRules.DEFAULT_PATHS, OptionalDouble.empty(), plain), () -> 0);
  }

  @Property(tries = 30)
  void everyJobEndsAndNoCoflowBeatsItsGamma(@ForAll PolicyName policy, @ForAll Shape shape, @ForAll @LongRange(max = 9999) long seed) {
    Trace trace = trace(shape, seed);
    SimulationResult run = Fixtures.run(wan, trace, policy, plain);

    assertThat(run.jobs()).hasSize(trace.jobs().size()).allMatch(job -> job.seconds() >= 0);
    assertThat(run.coflows()).isNotEmpty().allMatch(coflow -> coflow.seconds() >= coflow.gammaSeconds() * (1 - 1e-6));
    assertThat(run.use().average()).isBetween(0.0, 1.0);
  }

  @Property(tries = 15)
  void allPoliciesMoveTheSameBytes(@ForAll Shape shape, @ForAll @LongRange(max = 9999) long seed) {
    Trace trace = trace(shape, seed);
    double expected = bytes(Fixtures.run(wan, trace, PolicyName.DEFAULT, plain));
    for (PolicyName policy : PolicyName.values()) {
      assertThat(bytes(Fixtures.run(wan, trace, policy, plain))).isCloseTo(expected, within(1e-9 * expected));
    }
  }

  private static double bytes(SimulationResult run) {
    return run.coflows().stream().mapToDouble(CoflowTime::bytes).sum();
  }

  @Property(tries = 20)
  void noPolicyIsBelowTheBoundOnAverage(@ForAll PolicyName policy, @ForAll @LongRange(max = 9999) long seed) {
    Trace trace = trace(Shape.COFLOW, seed);
    double bound = evaluation(trace).bound().jobs().stream().mapToDouble(JobTime::seconds).average().orElseThrow();

    assertThat(Fixtures.averageJob(Fixtures.run(wan, trace, policy, plain))).isGreaterThanOrEqualTo(bound * (1 - 1e-6));
  }

  @Property(tries = 15)
  void theSameSeedGivesTheSameRun(@ForAll PolicyName policy, @ForAll @LongRange(max = 9999) long seed) {
    SimulationResult one = Fixtures.run(wan, trace(Shape.DAG, seed), policy, plain);
    SimulationResult two = Fixtures.run(wan, trace(Shape.DAG, seed), policy, plain);

    assertThat(one.jobs()).isEqualTo(two.jobs());
    assertThat(one.coflows()).isEqualTo(two.coflows());
  }

  @Property(tries = 15)
  void twiceTheBytesTakeTwiceAsLongWhereAllArriveAtOnce(@ForAll PolicyName policy, @ForAll @LongRange(max = 9999) long seed) {
    Gammas gammas = new Gammas(new PathSets(wan, PathRules.defaults()));
    Trace trace = TraceGenerator.generate(wan,
        new TraceGenerator.Spec(4, OptionalDouble.empty(), Shape.COFLOW, 40 * Fixtures.UNIT, seed), gammas::secondsToSendAll);
    Map<String, Double> once = Fixtures.secondsByJob(Fixtures.run(wan, trace, policy, plain));
    Map<String, Double> twice = Fixtures.secondsByJob(Fixtures.run(wan, trace.scaled(2, 1), policy, plain));

    once.forEach((job, seconds) -> assertThat(twice.get(job)).isCloseTo(2 * seconds, within(1e-4 * seconds + 1e-6)));
  }

  @Property(tries = 20)
  void timesOriginDoesNotMatter(@ForAll PolicyName policy, @ForAll Shape shape, @ForAll @LongRange(max = 9999) long seed) {
    Trace fromZero = arriving(trace(shape, seed), 0);
    Trace unix = arriving(trace(shape, seed), 1.7e9);

    assertThat(Fixtures.secondsByJob(Fixtures.run(wan, unix, policy, plain)))
        .isEqualTo(Fixtures.secondsByJob(Fixtures.run(wan, fromZero, policy, plain)));
    assertThat(Fixtures.secondsByJob(evaluation(unix).bound())).isEqualTo(Fixtures.secondsByJob(evaluation(fromZero).bound()));
  }

  /** Returns the trace with arrivals that are {@code later} seconds later, each rounded to a time that a clock at 1.7e9 s can express. */
  private static Trace arriving(Trace trace, double later) {
    List<TraceJob> jobs = trace.jobs().stream().map(job ->
        new TraceJob(job.id(), later + Math.scalb(Math.rint(Math.scalb(job.arrivalSeconds(), 20)), -20), job.stages(), job.shuffles()))
        .toList();
    return new Trace(trace.name(), jobs, trace.problems());
  }

  @Property
  void aTransferOfYearsMayBeFollowedByOneOfNanoseconds(@ForAll PolicyName policy) {
    double years = 25 * 365.25 * 86_400;
    Trace trace = new Trace("years", List.of(Fixtures.job("long", 0, "A>B " + 10 * years), Fixtures.job("short", 2 * years, "A>B 1e-6"),
        Fixtures.job("beside", 1, "C>B 1e-6")), List.of());

    SimulationResult run = Fixtures.run(wan, trace, policy, plain);

    assertThat(Fixtures.secondsByJob(run).get("long")).isCloseTo(years, within(years));
    CoflowTime last = run.coflows().get(2);
    assertThat(last.id()).startsWith("short");
    assertThat(last.slowdown()).isBetween(0.9, 3.0);
  }

  @Property(tries = 30)
  void generatedTracesAreReadAsTheyWereWritten(@ForAll Shape shape, @ForAll @LongRange(max = 9999) long seed) throws IOException {
    Trace trace = trace(shape, seed);
    Path file = Files.createTempFile("trace", ".json");
    try {
      Files.writeString(file, Traces.toJson(trace));
      assertThat(Traces.load(file, List.of()).jobs()).isEqualTo(trace.jobs());
    } finally {
      Files.delete(file);
    }
  }
}
