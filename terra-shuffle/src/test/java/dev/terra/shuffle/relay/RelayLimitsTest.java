package dev.terra.shuffle.relay;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class RelayLimitsTest {
  /** The default of MapReduce's mapreduce.reduce.shuffle.read.timeout and of Tez's tez.runtime.shuffle.read.timeout. */
  private static final Duration READER_GIVES_UP = Duration.ofMinutes(3);

  @Test
  void aReaderOutlivesTheSilenceOfAllItsSources() {
    RelayLimits limits = RelayLimits.DEFAULT;
    Duration direct = limits.direct().stall().plus(limits.retryDelay()).multipliedBy(limits.directAttempts());
    assertThat(limits.agent().stall().plus(direct)).isLessThan(READER_GIVES_UP);
  }
}
