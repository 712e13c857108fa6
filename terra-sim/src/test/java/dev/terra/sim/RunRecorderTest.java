package dev.terra.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.terra.sim.SimulationResult.JobTime;
import dev.terra.sim.SimulationResult.Utilisation;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class RunRecorderTest {
  private final List<Integer> progress = new ArrayList<>();
  private final RunRecorder recorder = new RunRecorder("terra", 100, 2, progress::add);

  private static SimTime at(double seconds) {
    return SimTime.ZERO.plus(seconds);
  }

  @Test
  void utilisationIsAnAverageOverTimeOfWhatLinksCouldHaveCarried() {
    recorder.utilisation(at(0), 5, 10);
    recorder.utilisation(at(2), 10, 10);
    recorder.utilisation(at(3), 0, 20);
    SimulationResult result = recorder.result(at(5), 3, 9);

    assertThat(result.use().average()).isCloseTo((5 * 2 + 10 * 1) / (10.0 * 2 + 10 + 20 * 2), within(1e-12));
    assertThat(result.use().steps()).containsExactly(new Utilisation(100, 0.5), new Utilisation(102, 1), new Utilisation(103, 0),
        new Utilisation(105, 0));
  }

  @Test
  void aRunOfNoTimeUsesNothing() {
    recorder.utilisation(at(0), 5, 10);
    assertThat(recorder.result(at(0), 0, 0).use().average()).isZero();
    assertThat(new RunRecorder("p", 0, 0, done -> { }).result(at(0), 0, 0).use().average()).isZero();
  }

  @Test
  void jobsAreInTheOrderOfTheirArrivalsAndTheirEndsAreTold() {
    recorder.job(Fixtures.job("late", 107, "A>B 1"), 1);
    assertThat(recorder.isComplete()).isFalse();
    recorder.job(Fixtures.job("soon", 103, "A>B 1"), 9);

    assertThat(recorder.isComplete()).isTrue();
    assertThat(progress).containsExactly(1, 2);
    assertThat(recorder.result(at(12), 0, 0).jobs()).containsExactly(new JobTime("soon", 103, 9), new JobTime("late", 107, 1));
  }

  @Test
  void coflowsAreOnTheTracesClock() {
    Coflow coflow = new Coflow("j", "s", 1, 8.0);
    coflow.release(Fixtures.job("j", 0, "A>B 3").shuffles().get(0).matrix());
    coflow.start(at(4));
    recorder.coflow(coflow, 2, 1.5);
    recorder.round(11);
    recorder.round(12);

    SimulationResult result = recorder.result(at(6), 5, 77);
    assertThat(result.coflows()).singleElement().satisfies(time -> {
      assertThat(time.startSeconds()).isEqualTo(104);
      assertThat(time.endSeconds()).isEqualTo(106);
      assertThat(time.slowdown()).isCloseTo(2 / 1.5, within(1e-12));
      assertThat(time.bytes()).isEqualTo(3 * Fixtures.UNIT);
      assertThat(time.metDeadline()).isTrue();
    });
    assertThat(result.cost().rounds()).isEqualTo(2);
    assertThat(result.cost().roundNanos()).containsExactly(11L, 12L);
    assertThat(result.cost().programs()).isEqualTo(5);
    assertThat(result.cost().wallNanos()).isEqualTo(77);
  }
}
