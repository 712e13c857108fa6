package dev.terra.shuffle;

import dev.terra.shuffle.relay.RelayLimits;
import java.time.Duration;

/** The handler with short deadlines. */
public final class FastHandler extends TerraShuffleHandler {
  @Override
  RelayLimits relayLimits() {
    Duration deadline = Duration.ofMillis(300);
    return new RelayLimits(deadline, deadline, deadline, Duration.ofSeconds(2), Duration.ofSeconds(5), 3, Duration.ofMillis(50));
  }
}
