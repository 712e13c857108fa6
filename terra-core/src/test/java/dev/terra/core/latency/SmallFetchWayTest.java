package dev.terra.core.latency;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terra.core.latency.SmallFetchWay.Network;
import java.util.Random;
import org.junit.jupiter.api.Test;

class SmallFetchWayTest {
  private static final long MILLI = 1_000_000;
  private static final long SECOND = 1_000 * MILLI;
  private static final long BEGIN = -40 * SECOND;
  private static final Network FULL = new Network(true, 150 * MILLI, 60 * MILLI);

  private static SmallFetchWay chosen() {
    SmallFetchWay way = SmallFetchWay.STOCK;
    for (int look = 0; look < 40; look++) {
      way = way.after(FULL, BEGIN + look * SECOND / 2 - 20 * SECOND);
    }
    return way.measured(10, 400 * MILLI, BEGIN).after(FULL, BEGIN);
  }

  private static SmallFetchWay measured(double millis) {
    return SmallFetchWay.STOCK.measured(10, millis * MILLI, BEGIN);
  }

  @Test
  void fetchesThatWaitForLongerThanARedirectGoByTunnels() {
    assertThat(chosen().isByTunnels()).isTrue();
    assertThat(measured(280).after(FULL, BEGIN).isByTunnels()).as("220 ms are less than 1.5 round trips").isFalse();
    assertThat(measured(290).after(FULL, BEGIN).isByTunnels()).isTrue();
  }

  @Test
  void nothingChangesWhereANetworkIsNotMeasuredToKeepNoClasses() {
    assertThat(measured(400).after(new Network(false, 150 * MILLI, 60 * MILLI), BEGIN).isByTunnels()).isFalse();
    assertThat(measured(400).after(Network.UNKNOWN, BEGIN).isByTunnels()).isFalse();
    assertThat(measured(400).after(new Network(true, 0, 60 * MILLI), BEGIN).isByTunnels()).as("no tunnel").isFalse();
    assertThat(SmallFetchWay.STOCK.after(FULL, BEGIN).isByTunnels()).as("nothing was measured").isFalse();
    assertThat(measured(400).after(FULL, BEGIN + 11 * SECOND).isByTunnels()).as("measured long ago").isFalse();
  }

  @Test
  void theChoiceStandsWithoutMeasurementsWhilePacketsWait() {
    SmallFetchWay way = chosen();
    for (long now = BEGIN; now < BEGIN + 299 * SECOND; now += SECOND / 2) {
      way = way.after(FULL, now);
      assertThat(way.isByTunnels()).isTrue();
    }
    way = way.after(FULL, BEGIN + 300 * SECOND);
    assertThat(way.isByTunnels()).as("the stock path is measured again").isFalse();
    assertThat(way.after(FULL, BEGIN + 301 * SECOND).isByTunnels()).as("by what was measured before").isFalse();
    assertThat(way.measured(1, 400 * MILLI, BEGIN + 302 * SECOND).after(FULL, BEGIN + 302 * SECOND).isByTunnels()).isTrue();
  }

  @Test
  void theChoiceEndsWithTheQueue() {
    SmallFetchWay way = chosen();
    Network idle = new Network(true, 61 * MILLI, 60 * MILLI);
    assertThat(way.after(idle, BEGIN + SECOND).isByTunnels()).as("one look may be chance").isTrue();
    for (int look = 0; look < 8; look++) {
      way = way.after(idle, BEGIN + SECOND);
    }
    assertThat(way.isByTunnels()).isFalse();
  }

  @Test
  void theChoiceEndsWhereFetchesOfTheStockPathDoNotWait() {
    SmallFetchWay way = chosen().measured(10, 200 * MILLI, BEGIN + SECOND);
    assertThat(way.after(FULL, BEGIN + SECOND).isByTunnels()).isFalse();
    assertThat(chosen().measured(10, 250 * MILLI, BEGIN + SECOND).after(FULL, BEGIN + SECOND).isByTunnels())
        .as("190 ms are more than a round trip").isTrue();
  }

  @Test
  void aFailureLeadsBackForAMinute() {
    SmallFetchWay way = chosen().failed(BEGIN);
    assertThat(way.isByTunnels()).isFalse();
    assertThat(way.measured(10, 900 * MILLI, BEGIN + 59 * SECOND).after(FULL, BEGIN + 59 * SECOND).isByTunnels()).isFalse();
    assertThat(way.measured(10, 900 * MILLI, BEGIN + 60 * SECOND).after(FULL, BEGIN + 60 * SECOND).isByTunnels()).isTrue();
  }

  @Test
  void fetchesThatTakeLongerByTunnelsThanOnTheStockPathLeadBackForAMinute() {
    SmallFetchWay way = chosen();
    for (int fetch = 0; fetch < 100; fetch++) {
      way = way.tookByTunnels(390 * MILLI, BEGIN + SECOND);
    }
    assertThat(way.isByTunnels()).as("10 ms less than on the stock path").isTrue();
    for (int fetch = 0; fetch < 100; fetch++) {
      way = way.tookByTunnels(410 * MILLI, BEGIN + SECOND);
    }
    assertThat(way.isByTunnels()).isFalse();
    assertThat(way.measured(10, 900 * MILLI, BEGIN + 60 * SECOND).after(FULL, BEGIN + 60 * SECOND).isByTunnels()).isFalse();
    assertThat(way.measured(10, 900 * MILLI, BEGIN + 61 * SECOND).after(FULL, BEGIN + 61 * SECOND).isByTunnels()).isTrue();
  }

  @Test
  void oneSlowFetchByTunnelsEndsNothingAndFourDo() {
    SmallFetchWay way = chosen();
    for (int fetch = 0; fetch < 3; fetch++) {
      way = way.tookByTunnels(800 * MILLI, BEGIN + SECOND);
      assertThat(way.isByTunnels()).isTrue();
    }
    assertThat(way.tookByTunnels(800 * MILLI, BEGIN + SECOND).isByTunnels()).isFalse();
    assertThat(SmallFetchWay.STOCK.tookByTunnels(SECOND, BEGIN)).isEqualTo(SmallFetchWay.STOCK);
  }

  @Test
  void whateverHappensTunnelsAreTakenForAReasonAndNotForEver() {
    for (int seed = 0; seed < 200; seed++) {
      random(new Random(seed));
    }
  }

  private static void random(Random random) {
    SmallFetchWay way = SmallFetchWay.STOCK;
    long now = random.nextLong();
    long measured = 0;
    long failed = 0;
    boolean hasMeasured = false;
    boolean hasFailed = false;
    for (int step = 0; step < 500; step++) {
      now += random.nextLong(SECOND);
      boolean before = way.isByTunnels();
      switch (random.nextInt(20)) {
        case 0 -> {
          way = way.failed(now);
          hasFailed = true;
          failed = now;
          assertThat(way.isByTunnels()).isFalse();
        }
        case 1, 2 -> {
          way = way.measured(1 + random.nextInt(20), random.nextDouble(800 * MILLI), now);
          hasMeasured = true;
          measured = now;
          assertThat(way.isByTunnels()).as("measurements alone change nothing").isEqualTo(before);
        }
        case 3, 4 -> {
          way = way.tookByTunnels(random.nextLong(400 * MILLI), now);
          hasFailed |= before && !way.isByTunnels();
          failed = before && !way.isByTunnels() ? now : failed;
          assertThat(before || !way.isByTunnels()).isTrue();
        }
        default -> {
          long least = 1 + random.nextLong(100 * MILLI);
          Network network = new Network(random.nextInt(8) > 0, random.nextInt(8) == 0 ? 0 : least + random.nextLong(300 * MILLI), least);
          way = way.after(network, now);
          assertThat(!way.isByTunnels() || (network.oneQueue() && network.rttNanos() > 0)).isTrue();
          if (!before && way.isByTunnels()) {
            assertThat(hasMeasured && now - measured <= SmallFetchWay.FRESH_NANOS).isTrue();
            assertThat(hasFailed && now - failed < SmallFetchWay.PAUSE_NANOS).isFalse();
            assertThat(way.latencyNanos() - least).isGreaterThan((double) network.rttNanos());
          }
          SmallFetchWay.Detour detour = way.detour();
          assertThat(detour == null || now - detour.sinceNanos() < SmallFetchWay.MOST_NANOS).isTrue();
        }
      }
    }
  }
}
