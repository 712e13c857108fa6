package dev.terra.controller.core;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terra.controller.core.turn.RoundTimer;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests that small jobs, of which Terra carries nothing, cause no rounds, since there is nothing to schedule. */
class BypassedShufflesTest {
  private final Harness harness = new Harness();

  @BeforeEach
  void join() {
    harness.helloAll();
    harness.round();
    harness.at(5).carried(1, "job_1", List.of(), 1000L, 1000L);
  }

  private void assertRoundIsDue(String why) {
    assertThat(harness.state.roundDueNanos()).as(why).hasValue(harness.nowNanos + RoundTimer.COALESCE_NANOS);
    harness.round();
  }

  @Test
  void whereItsReadersAreMakesNoRound() {
    harness.placed(1, "job_1", 0, "B");
    harness.placed(2, "job_1", 1, "C");
    assertThat(harness.state.roundDueNanos()).isEmpty();
  }

  @Test
  void itsEndMakesNoRound() {
    harness.placed(1, "job_1", 0, "B");
    harness.ended(1, "job_1");
    assertThat(harness.state.roundDueNanos()).isEmpty();
  }

  @Test
  void theEndOfOneThatIsCarriedGivesItsRatesToOthers() {
    harness.placed(1, "job_1", 0, "B");
    harness.carried(1, "job_1", List.of("B"), 5000L, 1000L);
    harness.round();
    harness.ended(1, "job_1");
    assertRoundIsDue("not all of it has arrived");
  }

  @Test
  void whatIsCarriedAfterAllMakesOne() {
    harness.placed(1, "job_1", 0, "B");
    harness.carried(1, "job_1", List.of("B"), 5000L, 1000L);
    assertRoundIsDue("it has grown");
    harness.placed(2, "job_1", 1, "C");
    assertRoundIsDue("more of it may be carried");
  }

  @Test
  void whatIsNoLongerCarriedGivesItsRoomToOthers() {
    harness.placed(1, "job_1", 0, "B");
    harness.carried(1, "job_1", List.of("B"), 5000L, 1000L);
    harness.round();
    harness.carried(1, "job_1", List.of(), 5000L, 1000L);
    assertRoundIsDue("its rate is free");
  }
}
