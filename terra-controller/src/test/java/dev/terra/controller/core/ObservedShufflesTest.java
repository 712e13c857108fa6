package dev.terra.controller.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.terra.api.v1.AgentAlive;
import dev.terra.api.v1.AgentReport;
import dev.terra.api.v1.ReadersOrder;
import dev.terra.api.v1.ShuffleDescription;
import dev.terra.api.v1.ShuffleStatus;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests of shuffles that nodes only report, without redirecting their fetches. */
class ObservedShufflesTest {
  private final Harness harness = new Harness();

  private ShuffleStatus seen(String shuffle) {
    return harness.status().getShufflesList().stream().filter(one -> one.getId().equals(shuffle)).findFirst().orElseThrow();
  }

  private void served(String... shuffles) {
    harness.say(1, AgentReport.newBuilder().setAlive(AgentAlive.newBuilder().addAllServed(List.of(shuffles))));
  }

  private void produced(String shuffle, boolean observed) {
    harness.say(1, AgentReport.newBuilder().setDescription(ShuffleDescription.newBuilder().setShuffle(shuffle)
        .setOrder(ReadersOrder.IN_TURN).setObserved(observed)));
    if (observed) {
      harness.carried(1, shuffle, List.of(), 8_000_000L);
    } else {
      harness.produced(1, shuffle, 8_000_000L);
    }
    harness.placed(2, shuffle, 0, "B");
  }

  @Test
  void whenTheStockPathServedTheLastOfItIsKept() {
    harness.at(10).helloAll();
    produced("job", true);
    served("nobody's", "job");
    assertThat(seen("job").hasFinishSeconds()).isTrue();
    assertThat(seen("job").getFinishSeconds()).isCloseTo(harness.nowNanos / 1e9, within(1e-6));
    harness.at(20);
    served("job");
    harness.at(30);
    harness.ended(1, "job");
    assertThat(seen("job").getObserved()).isTrue();
    assertThat(seen("job").getFinishSeconds()).as("not when the job ended").isCloseTo(20, within(1.0));
  }

  @Test
  void ofWhatTerraCarriesItSaysNothing() {
    harness.helloAll();
    produced("job", false);
    served("job");
    assertThat(seen("job").hasFinishSeconds()).isFalse();
  }
}
