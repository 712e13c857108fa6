package dev.terra.controller.core.turn;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terra.api.v1.ControllerAlive;
import dev.terra.api.v1.ControllerMessage;
import dev.terra.api.v1.SubmittedPart;
import dev.terra.core.shuffle.ShuffleId;
import org.junit.jupiter.api.Test;

class AgentOutboxTest {
  private final AgentOutbox outbox = new AgentOutbox();

  private static SubmittedPart part(String shuffle) {
    return SubmittedPart.newBuilder().setShuffle(shuffle).build();
  }

  private static ControllerMessage.Builder alive() {
    return ControllerMessage.newBuilder().setAlive(ControllerAlive.getDefaultInstance());
  }

  @Test
  void whatIsSaidLeavesInItsOrderOnce() {
    outbox.send(1, alive());
    outbox.end(2, "too old");
    outbox.send(3, alive());

    assertThat(outbox.drain()).extracting(AgentNews::stream).containsExactly(1L, 2L, 3L);
    assertThat(outbox.drain()).isEmpty();
  }

  @Test
  void anEndHasAReasonAndNoMessage() {
    outbox.end(2, "too old");
    assertThat(outbox.drain()).singleElement().satisfies(news -> {
      assertThat(news.command()).isEmpty();
      assertThat(news.reason()).isEqualTo("too old");
    });
  }

  @Test
  void partsWaitForTheRatesOfARound() {
    outbox.sendAfterRound(1, part("s"));
    outbox.sendAfterRound(1, part("gone"));
    outbox.sendAfterRound(2, part("s"));
    assertThat(outbox.drain()).isEmpty();

    outbox.dropParts(new ShuffleId("gone"));
    outbox.send(1, alive());
    outbox.roundOver();

    assertThat(outbox.drain()).extracting(news -> news.command().orElseThrow().hasSubmitted()).containsExactly(false, true, true);
    outbox.roundOver();
    assertThat(outbox.drain()).as("once").isEmpty();
  }
}
