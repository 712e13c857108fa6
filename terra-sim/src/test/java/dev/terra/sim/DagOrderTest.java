package dev.terra.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.terra.core.wan.SiteId;
import dev.terra.core.wan.Wan;
import dev.terra.schedule.PolicyName;
import dev.terra.sim.SimulationResult.CoflowTime;
import dev.terra.sim.SimulationResult.JobTime;
import dev.terra.sim.trace.SiteBytes;
import dev.terra.sim.trace.Stage;
import dev.terra.sim.trace.Trace;
import dev.terra.sim.trace.TraceGenerator.Shape;
import dev.terra.sim.trace.TraceJob;
import dev.terra.sim.trace.TraceShuffle;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;

/**
 * Tests that, with every policy, a job's stages follow each other in the order of the job's graph, and that the job's time follows from
 * its coflows.
 */
class DagOrderTest {
  private static final int HOSTS = 2;

  private final Wan wan = Fixtures.triangle();

  /**
   * Returns when each stage of a job must be done. The times follow, stage by stage, from the times of the coflows and of the computation.
   */
  private static Map<String, Double> doneAt(TraceJob job, Map<String, CoflowTime> coflows, SimulationOptions options) {
    Map<String, Double> done = new HashMap<>();
    while (done.size() < job.stages().size()) {
      for (Stage stage : job.stages()) {
        List<TraceShuffle> into = job.shuffles().stream().filter(shuffle -> shuffle.to().equals(stage.name())).toList();
        if (!done.containsKey(stage.name()) && into.stream().allMatch(shuffle -> done.containsKey(shuffle.from()))) {
          double producers = into.stream().mapToDouble(shuffle -> done.get(shuffle.from())).max().orElse(job.arrivalSeconds());
          CoflowTime coflow = coflows.get(job.id() + "/" + stage.name());
          if (coflow != null && !options.earlyStart()) {
            assertThat(coflow.startSeconds()).as("start of %s", coflow.id()).isCloseTo(producers, within(1e-6));
          } else if (coflow != null) {
            assertThat(coflow.startSeconds()).as("start of %s", coflow.id()).isLessThanOrEqualTo(producers + 1e-6);
          }
          double input = coflow == null ? producers : coflow.endSeconds();
          assertThat(input).as("input of %s", stage.name()).isGreaterThanOrEqualTo(producers - 1e-6);
          done.put(stage.name(), input + computeSeconds(job, stage, into, options.compute()));
        }
      }
    }
    return done;
  }

  private static double computeSeconds(TraceJob job, Stage stage, List<TraceShuffle> into, ComputeModel model) {
    Map<SiteId, Double> bytes = new TreeMap<>();
    for (TraceShuffle shuffle : job.shuffles()) {
      for (SiteBytes entry : shuffle.bySites(job.stage(shuffle.from()), job.stage(shuffle.to()))) {
        if (shuffle.to().equals(stage.name())) {
          bytes.merge(entry.to(), entry.bytes(), Double::sum);
        } else if (into.isEmpty() && shuffle.from().equals(stage.name())) {
          bytes.merge(entry.from(), entry.bytes(), Double::sum);
        }
      }
    }
    return stage.seconds().orElse(model.seconds(bytes));
  }

  private static Map<String, CoflowTime> byId(SimulationResult run) {
    Map<String, CoflowTime> coflows = new TreeMap<>();
    run.coflows().forEach(coflow -> assertThat(coflows.put(coflow.id(), coflow)).as("once: %s", coflow.id()).isNull());
    return coflows;
  }

  private void check(Trace trace, PolicyName policy, SimulationOptions options) {
    SimulationResult run = Fixtures.run(wan, trace, policy, options);
    Map<String, CoflowTime> coflows = byId(run);
    Map<String, Double> seconds = Fixtures.secondsByJob(run);
    for (TraceJob job : trace.jobs()) {
      double end = doneAt(job, coflows, options).values().stream().mapToDouble(Double::doubleValue).max().orElseThrow();
      assertThat(seconds.get(job.id())).as("job %s", job.id()).isCloseTo(end - job.arrivalSeconds(), within(1e-6));
    }
    assertThat(run.jobs()).extracting(JobTime::id).containsExactlyElementsOf(trace.jobs().stream().map(TraceJob::id).toList());
  }

  @Property(tries = 25)
  void aStageStartsWhenTheLastOfItsInputsIsDone(@ForAll PolicyName policy, @ForAll @LongRange(max = 9999) long seed) {
    check(Fixtures.generate(wan, Shape.DAG, 6, seed), policy, SimulationOptions.plain());
  }

  @Property(tries = 25)
  void stagesComputeBetweenTheirTransfers(
      @ForAll PolicyName policy, @ForAll ComputeModel.Kind kind, @ForAll @LongRange(max = 9999) long seed) {
    ComputeModel model = new ComputeModel(kind, HOSTS, 10 * Fixtures.UNIT);
    check(timed(Fixtures.generate(wan, Shape.DAG, 6, seed), new Random(seed)), policy,
        new SimulationOptions(model, List.of(), ControllerDelay.NONE, RoundTrips.NONE, false));
  }

  @Property(tries = 25)
  void anEarlyStartDoesNotMakeAStageEndBeforeItsInput(@ForAll PolicyName policy, @ForAll @LongRange(max = 9999) long seed) {
    check(Fixtures.generate(wan, Shape.DAG, 6, seed), policy, 
        new SimulationOptions(ComputeModel.off(HOSTS), List.of(), ControllerDelay.NONE, RoundTrips.NONE, true));
  }

  /** Returns the trace with random stages that have a time of their own. */
  private static Trace timed(Trace trace, Random random) {
    List<TraceJob> jobs = trace.jobs().stream().map(job -> new TraceJob(job.id(), job.arrivalSeconds(), job.stages().stream()
        .map(stage -> random.nextBoolean() ? stage
            : new Stage(stage.name(), stage.tasksBySite(), java.util.OptionalDouble.of(5 * random.nextDouble()))).toList(),
        job.shuffles())).toList();
    return new Trace(trace.name(), jobs, List.of());
  }

  @Property(tries = 100)
  void everyCoflowIsReleasedOnceAllItsProducersAreDone(@ForAll @LongRange(max = 99_999) long seed) {
    TraceJob job = Fixtures.generate(wan, Shape.DAG, 1, seed).jobs().get(0);
    JobRun run = new JobRun(job, SimulationOptions.plain());
    Set<String> done = new HashSet<>();
    List<String> ready = new ArrayList<>(run.firstStages());
    Random random = new Random(seed);
    Set<String> released = new HashSet<>();
    while (!ready.isEmpty()) {
      assertThat(run.isDone()).isFalse();
      String stage = ready.remove(random.nextInt(ready.size()));
      done.add(stage);
      for (Coflow coflow : run.stageDone(stage)) {
        assertThat(released.add(coflow.stage())).as("%s once", coflow.stage()).isTrue();
        assertThat(job.shuffles()).filteredOn(shuffle -> shuffle.to().equals(coflow.stage())).extracting(TraceShuffle::from)
            .isSubsetOf(done);
        ready.add(coflow.stage());
      }
    }
    assertThat(run.isDone()).isTrue();
    assertThat(done).hasSameSizeAs(job.stages());
  }
}
