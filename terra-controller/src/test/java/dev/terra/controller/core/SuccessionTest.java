package dev.terra.controller.core;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terra.api.v1.ControllerMessage;
import dev.terra.controller.core.agent.HostBook;
import dev.terra.controller.core.turn.Leadership;
import java.util.Map;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

/** Tests of what a controller does first after it has been elected. */
class SuccessionTest {
  private static final Map<String, Double> AROUND = Map.of("A-C-B", 200_000.0);

  private final Harness harness = new Harness(new Leadership(77, 9));

  private void joinAll() {
    harness.helloAll();
    harness.produced(1, "job", 1000L);
    harness.placed(2, "job", 0, "B");
  }

  private void othersTell() {
    harness.allTold(2);
    harness.allTold(3);
  }

  private OptionalLong due() {
    return harness.state.roundDueNanos();
  }

  @Test
  void itWaitsUntilAllSitesHaveToldEverything() {
    joinAll();
    othersTell();
    assertThat(due()).as("A has not").isEmpty();
    harness.allTold(1, "job", "B", AROUND);
    assertThat(due()).isPresent();
  }

  private void ticks(int count) {
    for (int i = 0; i < count; i++) {
      harness.alive(1);
      harness.alive(2);
      harness.tick();
    }
  }

  @Test
  void aSiteThatIsAwayIsNotWaitedForLong() {
    harness.hello(1, "A");
    harness.allTold(1);
    ticks(HostBook.SUCCESSION_TICKS - 1);
    harness.hello(2, "B");
    harness.allTold(2);
    ticks(HostBook.SUCCESSION_TICKS - 1);
    assertThat(due()).as("since the last one that came").isEmpty();
    ticks(1);
    assertThat(due()).isPresent();
  }

  @Test
  void anAgentThatIsSlowToTellIsWaitedForAsLongAsALease() {
    harness.hello(1, "A");
    harness.hello(2, "B");
    harness.allTold(1);
    ticks(Harness.LEASE_TICKS - 1);
    assertThat(due()).as("B speaks, but has not told everything").isEmpty();
    ticks(1);
    assertThat(due()).isPresent();
  }

  @Test
  void anAgentThatIsLostIsNotWaitedFor() {
    harness.hello(1, "A");
    harness.hello(2, "B");
    harness.allTold(1);
    ticks(HostBook.SUCCESSION_TICKS);
    harness.state.streamEnded(2, "reset", harness.nowNanos);
    assertThat(due()).isEmpty();
    ticks(1);
    assertThat(due()).isPresent();
  }

  @Test
  void theScheduleThatAgentsGoByStands() {
    joinAll();
    othersTell();
    harness.allTold(1, "job", "B", AROUND);
    harness.round();
    assertThat(harness.ratesOf(1)).isEqualTo(Map.of("job>B", AROUND));
    assertThat(harness.to(1)).filteredOn(ControllerMessage::hasEpoch).allMatch(message -> message.getEpoch().getTerm() == 9);
  }

  @Test
  void aScheduleThatTheLinksCannotCarryDoesNotStand() {
    joinAll();
    othersTell();
    harness.allTold(1, "job", "B", Map.of("A-C-B", 2 * Harness.CAPACITY));
    harness.round();
    assertThat(harness.ratesOf(1).get("job>B")).containsOnlyKeys("A-B");
  }

  @Test
  void aTunnelThatIsToldToBeDownIsNotPlannedForAMoment() {
    joinAll();
    harness.tunnel(1, false, "A", "B");
    harness.tunnel(1, false, "A", "C", "B");
    othersTell();
    harness.allTold(1);
    harness.round();
    assertThat(harness.ratesOf(1).getOrDefault("job>B", Map.of())).isEmpty();
  }

  @Test
  void aScheduleOfOtherBundlesDoesNotStand() {
    joinAll();
    othersTell();
    harness.allTold(1, "job", "C", Map.of("A-C", 200_000.0));
    harness.round();
    assertThat(harness.ratesOf(1).get("job>B")).containsOnlyKeys("A-B");
  }

  @Test
  void ratesOfAnotherSitesPathsAreRefused() {
    joinAll();
    harness.allTold(1, "job", "B", Map.of("C-B", 1.0));
    assertThat(harness.events("report-refused")).singleElement().asString().contains("ALL_TOLD", "C:B");
  }

  @Test
  void onceAScheduleIsMadeNoneIsTakenOver() {
    joinAll();
    harness.round();
    harness.allTold(1, "job", "B", AROUND);
    harness.round();
    assertThat(harness.ratesOf(1).get("job>B")).containsOnlyKeys("A-B");
  }

  @Test
  void aControllerThatIsAloneDoesNotWait() {
    Harness alone = new Harness();
    alone.hello(1, "A");
    assertThat(alone.state.roundDueNanos()).isPresent();
  }
}
