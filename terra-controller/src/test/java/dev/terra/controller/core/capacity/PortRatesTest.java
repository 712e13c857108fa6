package dev.terra.controller.core.capacity;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terra.core.wan.LinkId;
import org.junit.jupiter.api.Test;

/** Tests with a port that is read every two seconds, and whose counters change every five seconds. */
class PortRatesTest {
  private static final LinkId AB = LinkId.of("A", "B");
  private static final long SECOND = 1_000_000_000L;

  private final PortRates ports = new PortRates();

  @Test
  void othersSendWhatTunnelsDoNot() {
    assertThat(ports.others(AB, 1_000_000, SECOND)).as("never counted before").isEmpty();
    ports.carried(AB, 300_000);
    assertThat(ports.others(AB, 1_000_000, 3 * SECOND)).as("the same count").isEmpty();
    ports.carried(AB, 200_000);
    assertThat(ports.others(AB, 2_000_000, 6 * SECOND)).hasValue(100_000);
    ports.carried(AB, 500_000);
    assertThat(ports.others(AB, 2_400_000, 11 * SECOND)).as("headers and moments").hasValue(0);
  }

  @Test
  void aPortThatStandsStillHasNoOthersAndOneThatBeginsAnewSaysNothing() {
    ports.carried(AB, 7_000_000);
    assertThat(ports.others(AB, 1_000_000, SECOND)).isEmpty();
    assertThat(ports.others(AB, 1_000_000, 11 * SECOND)).hasValue(0);
    assertThat(ports.others(AB, 500, 13 * SECOND)).isEmpty();
    assertThat(ports.others(AB, 5500, 18 * SECOND)).hasValue(1000);
  }
}
