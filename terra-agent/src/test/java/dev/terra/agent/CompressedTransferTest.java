package dev.terra.agent;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.terra.agent.support.Await;
import dev.terra.agent.support.CompressedTunnels;
import dev.terra.agent.support.Shuffle;
import dev.terra.agent.support.TestWan;
import dev.terra.api.v1.BundleProgress;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/** Tests that bytes arrive unchanged between agents that compress chunks. */
@Timeout(60)
@ExtendWith(CompressedTunnels.class)
class CompressedTransferTest extends AgentTransferTest {
  @Test
  void whatIsOnLinksIsLessThanWhatArrives() throws Exception {
    try (TestWan wan = new TestWan(43); Shuffle shuffle = new Shuffle(wan)) {
      shuffle.maps(4, 1_000_000).redirected();
      wan.controller().rates("A", Shuffle.JOB, "B", Map.of("A-B", 2e6));
      assertThat(shuffle.fetch().body()).isEqualTo(shuffle.expected());

      JsonNode metrics = wan.stats("A").get("metrics");
      long plain = metrics.get("agent.compressed-plain-bytes").asLong();
      assertThat(plain).isGreaterThan(1_000_000);
      assertThat(metrics.get("agent.compressed-wire-bytes").asLong()).isBetween(1L, plain * 2 / 3);
      assertThat(wan.link("A", "B").forwardedBytes()).isLessThan(3_000_000);
    }
  }

  @Test
  void theControllerHearsWhatIsSavedAndWhatThatTakes() throws Exception {
    try (TestWan wan = new TestWan(44); Shuffle shuffle = new Shuffle(wan)) {
      shuffle.maps(4, 1_000_000).redirected();
      wan.controller().rates("A", Shuffle.JOB, "B", Map.of("A-B", 2e6));
      assertThat(shuffle.fetch().body()).isEqualTo(shuffle.expected());

      Await.until("all is acknowledged", () -> progress(wan).getOutstandingBytes() == 0 && progress(wan).getAcknowledgedBytes() > 0);
      BundleProgress done = progress(wan);
      assertThat(done.getSavedBytes()).isBetween(done.getAcknowledgedBytes() / 4, done.getAcknowledgedBytes() - 1);
      assertThat(done.getCompressMicros()).isPositive();
      Await.until("the receiver's part", () -> wan.controller().restoreMicros("B", Shuffle.JOB) > 0);
      assertThat(wan.controller().restoreMicros("A", Shuffle.JOB)).as("nothing comes to the sender").isZero();
    }
  }

  @Test
  void whatTheControllerExceptsGoesAsItIs() throws Exception {
    try (TestWan wan = new TestWan(45); Shuffle shuffle = new Shuffle(wan)) {
      wan.controller().rates("A", Shuffle.JOB, "B", Map.of("A-B", 4e6), true);
      shuffle.maps(4, 1_000_000).redirected();
      assertThat(shuffle.fetch().body()).isEqualTo(shuffle.expected());

      assertThat(wan.stats("A").get("metrics").get("agent.compressed-plain-bytes").asLong())
          .as("of 4 MB, what went before the agent had heard of it").isLessThan(500_000);
    }
  }

  private static BundleProgress progress(TestWan wan) {
    return wan.controller().progress("A", "B", Shuffle.JOB);
  }
}
