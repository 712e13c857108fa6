package dev.terra.controller.core.latency;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.terra.api.v1.AgentAlive;
import dev.terra.api.v1.AgentReport;
import dev.terra.api.v1.KeptClasses;
import dev.terra.api.v1.SmallResponses;
import dev.terra.controller.core.Harness;
import dev.terra.core.wan.LinkId;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests that agents' counts of small fetches reach the plan. Links carry 1 MB/s, of which a tenth is the floor while jobs shuffle. */
class ReserveBookTest {
  private static final LinkId AB = LinkId.of("A", "B");
  private static final double PAYLOAD = 1448.0 / 1500;
  private static final double MARGIN = 1.25;

  private final Harness harness = new Harness();
  private double seconds;

  @BeforeEach
  void run() {
    harness.helloAll();
    harness.produced(1, "job_1", 100_000_000L);
    harness.placed(1, "job_1", 0, "B");
    pass(1);
  }

  /** Lets the given number of seconds pass, and then lets all agents beat and the controller run a tick and a round. */
  private void pass(double more) {
    seconds += more;
    harness.at(seconds);
    List.of(1L, 2L, 3L).forEach(harness::alive);
    harness.tick();
    harness.round();
  }

  /** Reports how many bytes of small responses A's handlers have sent to a site. */
  private void sent(String to, long bytes) {
    harness.say(1, AgentReport.newBuilder().setAlive(AgentAlive.newBuilder()
        .addSmall(SmallResponses.newBuilder().setTo(to).setBytes(bytes))));
  }

  private double planned(LinkId link) {
    return harness.scheduler.lastWan.link(link).orElseThrow().capacity().bytesPerSecond();
  }

  @Test
  void withoutSmallFetchesOnlyTheFloorIsLeft() {
    pass(1);
    assertThat(planned(AB)).isEqualTo(Harness.CAPACITY * (1 - Harness.KEPT_FOR_JOBS));
  }

  @Test
  void whatSmallFetchesSendIsLeftOnTheirPathAndGivenBack() {
    sent("B", 150_000);
    sent("B", 50_000);
    pass(1);
    assertThat(planned(AB)).isCloseTo(Harness.CAPACITY - 200_000 / PAYLOAD * MARGIN, within(1.0));
    assertThat(planned(AB.reversed())).as("the other direction").isEqualTo(Harness.CAPACITY * (1 - Harness.KEPT_FOR_JOBS));
    pass(5);
    assertThat(planned(AB)).isCloseTo(Harness.CAPACITY - 100_000 / PAYLOAD * MARGIN, within(1.0));
    pass(5);
    assertThat(planned(AB)).isEqualTo(Harness.CAPACITY * (1 - Harness.KEPT_FOR_JOBS));
  }

  @Test
  void aScheduleIsMadeAtOnceWhereMoreIsNeeded() {
    harness.at(1.95).tick();
    assertThat(harness.state.roundDueNanos()).as("no more is needed").isEmpty();
    harness.round();
    sent("B", 100_000);
    harness.at(2.9).tick();
    assertThat(harness.state.roundDueNanos()).isPresent();
  }

  @Test
  void onlyTheMeanIsLeftWhereTheNetworkKeepsClasses() {
    harness.classes(1, KeptClasses.CLASSES_KEPT, "A", "B");
    pass(1);
    assertThat(planned(AB)).as("RPCs stand above bulk there").isEqualTo(Harness.CAPACITY);
    assertThat(planned(AB.reversed())).isEqualTo(Harness.CAPACITY * (1 - Harness.KEPT_FOR_JOBS));
    sent("B", 300_000);
    pass(1);
    sent("B", 200_000);
    pass(1);
    assertThat(planned(AB)).isCloseTo(Harness.CAPACITY - 300_000 / PAYLOAD, within(1.0));
    harness.classes(1, KeptClasses.CLASSES_MIXED, "A", "B");
    sent("B", 300_000);
    pass(1);
    assertThat(planned(AB)).as("it keeps none by now").isCloseTo(Harness.CAPACITY - 300_000 / PAYLOAD * MARGIN, within(1.0));
  }

  @Test
  void whatIsNoLongerNeededIsPlannedAtOnce() {
    sent("B", 200_000);
    pass(1);
    harness.at(8).tick();
    assertThat(harness.state.roundDueNanos()).as("half of it is given back").isPresent();
  }

  @Test
  void whatCannotBeIsRefused() {
    sent("nowhere", 1);
    sent("A", 1);
    sent("B", -1);
    assertThat(harness.events("report-refused")).hasSize(3);
    pass(1);
    assertThat(planned(AB)).isEqualTo(Harness.CAPACITY * (1 - Harness.KEPT_FOR_JOBS));
  }
}
