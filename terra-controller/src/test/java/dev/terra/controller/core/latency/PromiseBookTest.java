package dev.terra.controller.core.latency;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.ImmutableList;
import dev.terra.api.v1.AgentAlive;
import dev.terra.api.v1.AgentReport;
import dev.terra.api.v1.ClassName;
import dev.terra.api.v1.ClassReport;
import dev.terra.controller.core.Harness;
import dev.terra.controller.core.queue.QueueSettings;
import dev.terra.controller.view.ClassFigures;
import dev.terra.core.latency.ClassMarks;
import dev.terra.core.latency.ClassWeights;
import dev.terra.core.latency.LatencyClass;
import dev.terra.core.latency.LatencyClasses;
import dev.terra.core.latency.LatencyTarget;
import dev.terra.core.latency.PromiseWatch.Verdict;
import dev.terra.core.view.Waits;
import dev.terra.schedule.PolicyName;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests of agents' reports on promises, and of what operators see of these reports. */
class PromiseBookTest {
  private static final double WINDOW_SECONDS = 60;
  private static final LatencyTarget TARGET = new LatencyTarget(LatencyClass.INTERACTIVE, 99, 65_536, Duration.ofMillis(400), null);

  private final Harness harness = new Harness(PolicyName.TERRA_PLUS, new QueueSettings(Map.of(),
      new LatencyClasses(ClassMarks.USUAL, ClassWeights.USUAL, ImmutableList.of(), ImmutableList.of(TARGET)), Optional.empty()));

  @BeforeEach
  void join() {
    harness.helloAll();
  }

  private static Waits waits(int count) {
    Waits waits = Waits.NONE;
    for (int i = 0; i < count; i++) {
      waits = waits.plus(.1);
    }
    return waits;
  }

  private void report(String to, double share, long kept, Waits waits) {
    harness.say(1, AgentReport.newBuilder().setAlive(AgentAlive.newBuilder().addClasses(ClassReport.newBuilder()
        .setTo(to).setName(ClassName.CLASS_INTERACTIVE).setShare(share).setAdmitted(waits.count()).setDowngraded(7).setKept(kept)
        .addAllLatencies(waits.counts()).setLatencySeconds(waits.sumSeconds()))));
  }

  /** Moves the time to the given second, with a beat of every agent. */
  private void pass(double seconds) {
    harness.at(seconds);
    for (long stream = 1; stream <= 3; stream++) {
      harness.alive(stream);
    }
    harness.tick();
  }

  private ImmutableList<ClassFigures> figures() {
    return harness.state.view(harness.nowNanos).classes();
  }

  @Test
  void aPromiseIsMissedAndKeptAgainWithAnEventForEach() {
    report("B", .5, 90, waits(100));
    pass(WINDOW_SECONDS);
    assertThat(figures()).singleElement().satisfies(figures -> {
      assertThat(figures.pair()).hasToString("A:B");
      assertThat(figures.verdict()).isEqualTo(Verdict.MISSED);
      assertThat(figures.sinceSeconds()).isEqualTo(WINDOW_SECONDS);
      assertThat(figures.share()).isEqualTo(.5);
      assertThat(figures.counts().downgraded()).isEqualTo(7);
      assertThat(figures.target()).isEqualTo(TARGET);
    });
    assertThat(harness.events("promise-missed")).singleElement().asString()
        .startsWith("A:B | interactive: 99.0 % of fetches of 65536 bytes within 400.0 ms; 50 % of its fetches are admitted now");
    report("B", .9, 190, waits(200));
    pass(2 * WINDOW_SECONDS);
    assertThat(figures()).singleElement().satisfies(figures -> assertThat(figures.verdict()).isEqualTo(Verdict.KEPT));
    assertThat(harness.events("promise-kept")).hasSize(1);
    assertThat(harness.events("promise-missed")).hasSize(1);
  }

  @Test
  void aDowngradeHasOneEventWhenItBeginsAndOneWhenItEnds() {
    report("B", 1, 100, waits(100));
    pass(1);
    assertThat(harness.events("class-downgraded")).isEmpty();
    report("B", .7, 200, waits(200));
    pass(2);
    report("B", .3, 300, waits(300));
    pass(3);
    assertThat(harness.events("class-downgraded")).singleElement().asString()
        .startsWith("A:B | interactive: 70 % of its fetches are admitted now, 7 have gone as bulk since handlers started");
    assertThat(harness.events("promise-missed")).as("what is admitted keeps the promise").isEmpty();
    report("B", .95, 400, waits(400));
    pass(2 + WINDOW_SECONDS);
    assertThat(harness.events("class-admitted")).as("not yet").isEmpty();
    report("B", 1, 500, waits(500));
    pass(3 + WINDOW_SECONDS);
    assertThat(harness.events("class-admitted")).singleElement().asString().contains("100 % of its fetches");
    assertThat(harness.events("class-downgraded")).hasSize(1);
  }

  @Test
  void aDowngradeEndsWithItsTarget() {
    report("B", .7, 100, waits(100));
    report("C", 1, 100, waits(100));
    pass(1);
    assertThat(harness.events("class-downgraded")).hasSize(1);
    harness.state.classes().change(LatencyClasses.USUAL, harness.nowNanos);
    pass(2);
    pass(3);
    assertThat(harness.events("class-admitted")).singleElement().asString()
        .startsWith("A:B | interactive: it has no target between these sites any more");
  }

  @Test
  void aMissedPromiseEndsWithItsTarget() {
    report("B", 1, 90, waits(100));
    report("C", 1, 100, waits(100));
    pass(WINDOW_SECONDS);
    assertThat(harness.events("promise-missed")).hasSize(1);
    harness.state.classes().change(LatencyClasses.USUAL, harness.nowNanos);
    pass(WINDOW_SECONDS + 1);
    pass(WINDOW_SECONDS + 2);
    assertThat(harness.events("promise-kept")).singleElement().asString()
        .startsWith("A:B | interactive: it has no target between these sites any more");
  }

  @Test
  void whatIsNoLongerPromisedIsForgotten() {
    report("B", 1, 10, waits(10));
    pass(1);
    assertThat(figures()).hasSize(1);
    harness.state.classes().change(LatencyClasses.USUAL, harness.nowNanos);
    pass(2);
    assertThat(figures()).isEmpty();
  }

  @Test
  void aReportThatCannotBeTrueIsRefused() {
    report("nowhere", 1, 10, waits(10));
    report("A", 1, 10, waits(10));
    report("B", 1.5, 10, waits(10));
    pass(1);
    assertThat(figures()).isEmpty();
    assertThat(harness.events("report-refused")).isNotEmpty();
  }
}
