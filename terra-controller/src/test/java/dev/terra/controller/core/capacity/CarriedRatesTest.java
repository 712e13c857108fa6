package dev.terra.controller.core.capacity;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terra.core.wan.LinkId;
import dev.terra.core.wan.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class CarriedRatesTest {
  private static final Path DIRECT = Path.of("A", "B");
  private static final Path AROUND = Path.of("A", "C", "B");

  private final CarriedRates rates = new CarriedRates();

  private static long seconds(double seconds) {
    return Math.round(seconds * TimeUnit.SECONDS.toNanos(1));
  }

  @Test
  void allSlicesAndConnectionsOfALinkAreAdded() {
    rates.seen(new CarriedRates.Place(DIRECT, 0, 0), 1_000, seconds(1));
    rates.seen(new CarriedRates.Place(DIRECT, 1, 0), 200, seconds(1));
    rates.seen(new CarriedRates.Place(AROUND, 0, 1), 30, seconds(1));
    rates.seen(new CarriedRates.Place(AROUND, 0, 2), 4, seconds(1));

    assertThat(rates.now(seconds(1.5))).containsEntry(LinkId.of("A", "B"), 1_200L).containsEntry(LinkId.of("A", "C"), 34L)
        .containsEntry(LinkId.of("C", "B"), 34L).hasSize(3);
  }

  @Test
  void theLastIntervalCountsAndSilenceIsNothing() {
    rates.seen(new CarriedRates.Place(DIRECT, 0, 0), 1_000, seconds(1));
    rates.seen(new CarriedRates.Place(DIRECT, 0, 0), 300, seconds(2));

    assertThat(rates.now(seconds(2))).containsEntry(LinkId.of("A", "B"), 300L);
    assertThat(rates.now(seconds(4.1))).isEmpty();
  }
}
