package dev.terra.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class RoundTripsTest {
  private static final double FAST = 1e12;
  private final RoundTrips trips = new RoundTrips(true, 10_000, 0);

  @Test
  void whatFitsIntoTheFirstWindowWaitsForTheHandshakeOnly() {
    assertThat(trips.lostByConnection(0.1, 1, FAST)).isCloseTo(0.1, within(1e-9));
    assertThat(trips.lostByConnection(0.1, 10_000, FAST)).isCloseTo(0.1, within(1e-6));
  }

  /** 10, 20, 40 and 80 KB are sent in four round trips, of which the first has no wait before it. */
  @Test
  void eachDoublingCostsARoundTrip() {
    assertThat(trips.lostByConnection(0.1, 150_000, FAST)).isCloseTo(0.1 + 3 * 0.1, within(1e-6));
  }

  /**
   * With 1 MB/s and 0.15 s, a round trip holds 150 KB. After four round trips, the connection is at the link's rate, and these 150 KB
   * count as sent.
   */
  @Test
  void growthEndsWhereTheLinkIsFull() {
    double lost = trips.lostByConnection(0.15, 1e9, 1e6);
    assertThat(lost).isCloseTo(0.15 + 3 * 0.15 - 0.15, within(1e-9));
    assertThat(trips.lostByConnection(0.15, 2e9, 1e6)).isEqualTo(lost);
  }

  @Test
  void slowLinksAndNoLatencyLoseLittle() {
    assertThat(trips.lostByConnection(0, 1e9, 1e6)).isZero();
    assertThat(trips.lostByConnection(0.1, 1e9, 1_000)).as("the handshake").isCloseTo(0.1, within(1e-9));
    assertThat(RoundTrips.NONE.lostByConnection(0.1, 1e9, 1e6)).isZero();
    assertThatThrownBy(() -> new RoundTrips(true, 0, 0)).hasMessageContaining("initial window");
    assertThatThrownBy(() -> new RoundTrips(true, 1, -1)).hasMessageContaining("at least 0 s");
  }
}
