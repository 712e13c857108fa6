package dev.terra.lab.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.terra.core.wan.SiteId;
import dev.terra.lab.replay.MeasuredRun.JobTime;
import dev.terra.lab.replay.MeasuredRun.ShuffleTime;
import dev.terra.sim.ComputeModel;
import dev.terra.sim.trace.SiteBytes;
import dev.terra.sim.trace.Stage;
import dev.terra.sim.trace.Trace;
import dev.terra.sim.trace.TraceJob;
import dev.terra.sim.trace.TraceShuffle;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

class ReplayTest {
  private static final SiteId A = new SiteId("A");
  private static final SiteId B = new SiteId("B");
  /** The rate in bytes per second of the trace, at speed 1 and factor 1. */
  private static final double RATE = 100;

  private static Stage stage(String name, SiteId site, double seconds) {
    return new Stage(name, Map.of(site, 1), OptionalDouble.of(seconds));
  }

  private static TraceShuffle shuffle(String from, String to, SiteId source, SiteId destination, double bytes) {
    return TraceShuffle.of(from, to, List.of(new SiteBytes(source, destination, bytes, 3)));
  }

  /**
   * Returns a job with maps of 2 s at A, 1,000 bytes to B, where a stage of 1 s reads them, and then 500 bytes back to a last stage that
   * takes no time.
   */
  private static TraceJob chain(String id, double arrival) {
    return new TraceJob(id, arrival, List.of(stage("map", A, 2), stage("middle", B, 1), stage("end", A, 0)),
        List.of(shuffle("map", "middle", A, B, 1_000), shuffle("middle", "end", B, A, 500)));
  }

  private static MeasuredRun run(FluidCarrier carrier, Pace pace, double limitSeconds, TraceJob... jobs) throws Exception {
    return new Replay(new Trace("t", List.of(jobs), List.of()), ComputeModel.off(10), pace, carrier, carrier).run(limitSeconds, 10);
  }

  @Test
  void aStageBeginsWhenItsShuffleIsThere() throws Exception {
    MeasuredRun run = run(new FluidCarrier(RATE), new Pace(1, 1), 1_000, chain("j", 7));
    assertThat(run.shuffles()).containsExactly(new ShuffleTime("j/middle", 2, 10, 1_000), new ShuffleTime("j/end", 13, 5, 500));
    assertThat(run.jobs()).containsExactly(new JobTime("j", 0, 18));
    assertThat(run.isComplete(1)).isTrue();
  }

  @Test
  void theShufflesOfAJobAreCarriedAsItsOwn() throws Exception {
    FluidCarrier carrier = new FluidCarrier(RATE);
    MeasuredRun run = run(carrier, new Pace(1, 1), 1_000, chain("first job", 7), chain("k", 20));

    assertThat(run.shuffles()).extracting(ShuffleTime::id).contains("first_job/middle", "k/end");
    assertThat(carrier.jobs()).as("a name is one word").containsExactly("first_job", "k");
  }

  @Test
  void timesAreTheTracesWhateverTheSpeedAndTheScale() throws Exception {
    for (Pace pace : List.of(new Pace(4, 1), new Pace(10, 0.5), new Pace(0.5, 0.01))) {
      MeasuredRun run = run(new FluidCarrier(RATE * pace.capacityFactor()), pace, 1_000, chain("j", 7), chain("k", 20));
      assertThat(run.jobs()).hasSize(2).allSatisfy(job -> assertThat(job.seconds()).isCloseTo(18, within(0.5)));
      assertThat(run.jobs().get(1).arrivalSeconds()).isEqualTo(13);
    }
  }

  @Test
  void aStageWaitsForAllThatItReads() throws Exception {
    TraceJob join = new TraceJob("join", 0, List.of(stage("left", A, 1), stage("right", B, 6), stage("join", B, 0)),
        List.of(shuffle("left", "join", A, B, 300), shuffle("right", "join", B, A, 200)));
    MeasuredRun run = run(new FluidCarrier(RATE), new Pace(1, 1), 1_000, join);
    assertThat(run.shuffles()).containsExactly(new ShuffleTime("join/join", 6, 5, 500));
  }

  @Test
  void bytesInsideASiteTakeNoTime() throws Exception {
    TraceJob local = new TraceJob("local", 0, List.of(stage("map", A, 1), stage("reduce", A, 2)),
        List.of(shuffle("map", "reduce", A, A, 1e9)));
    MeasuredRun run = run(new FluidCarrier(RATE), new Pace(1, 1), 1_000, local);
    assertThat(run.shuffles()).isEmpty();
    assertThat(run.jobs()).containsExactly(new JobTime("local", 0, 3));
  }

  @Test
  void aShuffleThatFailsIsAProblemAndItsJobEnds() throws Exception {
    FluidCarrier carrier = new FluidCarrier(RATE);
    carrier.fail("j/middle", "the link is down");
    MeasuredRun run = run(carrier, new Pace(1, 1), 1_000, chain("j", 0), chain("k", 0));
    assertThat(run.jobs()).hasSize(2);
    assertThat(run.problems()).containsExactly("j/middle: the link is down");
    assertThat(run.isComplete(2)).isFalse();
  }

  @Test
  void whatIsNotDoneInTimeIsGivenUpAndTheRestKept() throws Exception {
    MeasuredRun run = run(new FluidCarrier(RATE), new Pace(1, 1), 19, chain("j", 0), chain("k", 10));
    assertThat(run.jobs()).containsExactly(new JobTime("j", 0, 18));
    assertThat(run.problems()).containsExactly("1 jobs were not done after 19 s of the trace");
  }

  @Test
  void linksAreLookedAtAsOftenAsAskedAndAtTheEnd() throws Exception {
    MeasuredRun run = run(new FluidCarrier(RATE), new Pace(2, 1), 1_000, chain("j", 0));
    assertThat(run.samples()).extracting(MeasuredRun.Sample::atSeconds).containsExactly(0.0, 10.0, 18.0);
    assertThat(run.samples().get(2).ipBytes()).containsEntry("A:B", 750L);
  }

  @Test
  void whatHappensToLinksHappensAtItsTime() throws Exception {
    FluidCarrier carrier = new FluidCarrier(RATE);
    List<Long> times = new ArrayList<>();
    Replay replay = new Replay(new Trace("t", List.of(chain("j", 100)), List.of()), ComputeModel.off(10), new Pace(2, 1), carrier, carrier);
    replay.at(12, () -> times.add(carrier.nowNanos()));
    replay.run(1_000, 10);
    assertThat(times).containsExactly(5 + 6_000_000_000L);
  }
}
