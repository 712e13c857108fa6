package dev.terra.testbed.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.terra.core.units.Bandwidth;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class NetemPlanTest {
  private final LinkShape shape = new LinkShape(Bandwidth.ofMegabitsPerSecond(150), Duration.ofNanos(33_700_000));

  @Test
  void rateIsForIpBytesAndTheBoundCoversQueueAndDelayLine() {
    assertThat(String.join(" ", NetemPlan.shape("wan3", shape, false))).isEqualTo(
        "qdisc replace dev wan3 root handle 1: netem limit 1672 delay 33700us rate 151400000bit");
  }

  @Test
  void aCutLosesEverything() {
    assertThat(NetemPlan.shape("wan3", shape, true)).endsWith("loss", "100%");
  }

  @Test
  void packetsAreLostOrTakeLonger() {
    assertThat(NetemPlan.impaired("wan3", shape, Impairment.loss(0.01))).endsWith("loss", "1.0000%");
    assertThat(NetemPlan.impaired("wan3", shape, Impairment.silence())).isEqualTo(NetemPlan.shape("wan3", shape, true));
    assertThat(NetemPlan.impaired("wan3", shape, Impairment.NONE)).isEqualTo(NetemPlan.shape("wan3", shape, false));
    assertThat(NetemPlan.impaired("wan3", shape, Impairment.delay(Duration.ofMillis(200)))).contains("200000us");
  }

  @Test
  void ethernetHeadersAreNotIpBytes() {
    assertThat(NetemPlan.ipBytes(15_140, 10)).isEqualTo(15_000);
    assertThat(NetemPlan.ipBytes(0, 0)).isZero();
  }

  @Test
  void aQueueDrainsInATenthOfASecondAndHoldsABurst() {
    assertThat(shape.queueBytes()).isEqualTo(1_875_000);
    assertThat(shape.withRate(Bandwidth.ofMegabitsPerSecond(1)).queueBytes()).isEqualTo(65_536);
    assertThatThrownBy(() -> shape.withRate(new Bandwidth(0))).isInstanceOf(IllegalArgumentException.class);
  }
}
