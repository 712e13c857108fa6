package dev.terra.agent.pace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.google.common.base.Ticker;
import dev.terra.agent.send.VirtualLimiter;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;

/** Tests the bound on bursts, whatever happens to the rate, the timers and the tunnel. */
class PacerPropertyTest {
  private static final double NANOS = 1e9;
  private static final int STEPS = 150;
  private static final double[] RATES = {0, 1e3, 64e3, 1e6, 1.01e6, 2e7};

  private record Grant(long nanos, int bytes, int longestRequest) {}

  private record Change(long nanos, double rate) {}

  private long nanos = 1_000_000_000;
  private final Ticker ticker = new Ticker() {
    @Override
    public long read() {
      return nanos;
    }
  };
  private final List<Grant> grants = new ArrayList<>();
  private final List<Change> changes = new ArrayList<>(List.of(new Change(0, 0)));

  @RepeatedTest(500)
  void noTimeSeesMoreThanItsRateAndTheBound() {
    long seed = System.nanoTime();
    Random random = new Random(seed);
    Pacer pacer = new Pacer(VirtualLimiter.on(ticker), random.nextDouble());
    for (int i = 0; i < STEPS; i++) {
      nanos += pause(random);
      switch (random.nextInt(12)) {
        case 0 -> change(pacer, RATES[random.nextInt(RATES.length)]);
        case 1 -> pacer.blocked(nanos);
        default -> sendAll(pacer, random);
      }
    }
    for (int first = 0; first < grants.size(); first++) {
      long bytes = 0;
      int longest = 0;
      for (int last = first; last < grants.size(); last++) {
        Grant grant = grants.get(last);
        bytes += grant.bytes;
        longest = Math.max(longest, grant.longestRequest);
        long silences = (grant.nanos - grants.get(first).nanos) / Pacer.MAX_SILENCE_NANOS;
        double onTime = rateTimesTime(grants.get(first).nanos - Pacer.MAX_CATCH_UP_NANOS, grant.nanos);
        double late = Pacer.MAX_LATE_SECONDS * rateAt(grants.get(first).nanos);
        double allowed = Math.min(onTime * Pacer.CATCH_UP_SPEED, onTime + late) + (2.0 + silences) * longest + 1;
        if (bytes > allowed) {
          throw new AssertionError("seed " + seed + ": grants " + first + " to " + last + " are " + bytes + " bytes, allowed " + allowed);
        }
      }
    }
  }

  @RepeatedTest(20)
  void aSteadyRateIsReachedWithTimersThatComeLate() {
    long seed = System.nanoTime();
    Random random = new Random(seed);
    Pacer pacer = new Pacer(VirtualLimiter.on(ticker), random.nextDouble());
    double rate = RATES[2 + random.nextInt(RATES.length - 2)];
    change(pacer, rate);
    long start = nanos;
    while (nanos - start < 3 * NANOS) {
      sendAll(pacer, random);
      nanos += random.nextInt(20) == 0 ? 60_000_000 : random.nextInt(10_000_000);
    }
    double expected = rate * (nanos - start) / NANOS;
    assertThat((double) grants.stream().mapToLong(Grant::bytes).sum()).as("seed %s, rate %s", seed, rate)
        .isBetween(0.9 * expected - 2 * Pacer.chunkBytes(rate), 1.1 * expected + 2 * Pacer.chunkBytes(rate));
  }

  @Test
  void whatFoundNoRoomIsMadeUpForByAndBy() {
    Pacer pacer = new Pacer(VirtualLimiter.on(ticker), 0);
    change(pacer, 1e6);
    long start = nanos;
    long blockedUntil = start + 1_000_000_000;
    long sentWhenFree = 0;
    while (nanos - start < 12 * NANOS) {
      if (nanos - start < NANOS / 2 || nanos >= blockedUntil) {
        sendAll(pacer, new Random(1));
      } else {
        pacer.blocked(nanos);
      }
      nanos += 5_000_000;
      sentWhenFree = nanos - start == 2 * NANOS ? sum() : sentWhenFree;
    }
    assertThat((double) sentWhenFree).as("a second after half a one without room").isBetween(1.50e6, 1.60e6);
    assertThat((double) sum()).as("nothing is lost").isBetween(11.95e6, 12.05e6);
  }

  @Test
  void whatALinkCannotCarryIsNotMadeUpForForLong() {
    Pacer pacer = new Pacer(VirtualLimiter.on(ticker), 0);
    change(pacer, 1e6);
    sendAll(pacer, new Random(1));
    long start = nanos;
    for (; nanos - start < 60 * NANOS; nanos += 5_000_000) {
      pacer.blocked(nanos);
    }
    long before = sum();
    for (; nanos - start < 110 * NANOS; nanos += 5_000_000) {
      sendAll(pacer, new Random(1));
    }
    assertThat((double) (sum() - before)).as("50 s and two late ones").isBetween(51.8e6, 52.2e6);
  }

  @Test
  void whoHasNothingToSendAfterItFoundNoRoomIsNotLate() {
    Pacer pacer = new Pacer(VirtualLimiter.on(ticker), 0);
    change(pacer, 1e6);
    sendAll(pacer, new Random(1));
    pacer.blocked(nanos);
    nanos += 20_000_000_000L;
    long before = sum();
    long start = nanos;
    for (; nanos - start < 4 * NANOS; nanos += 5_000_000) {
      sendAll(pacer, new Random(1));
    }
    assertThat((double) (sum() - before)).isBetween(3.9e6, 4.1e6);
  }

  @Test
  void whoHadNothingToSendBeforeItFindsNoRoomIsNotLate() {
    Pacer pacer = new Pacer(VirtualLimiter.on(ticker), 0);
    change(pacer, 1e6);
    sendAll(pacer, new Random(1));
    nanos += 20_000_000_000L;
    pacer.blocked(nanos);
    nanos += 50_000_000;
    long before = sum();
    long start = nanos;
    for (; nanos - start < 4 * NANOS; nanos += 5_000_000) {
      sendAll(pacer, new Random(1));
    }
    assertThat((double) (sum() - before)).isBetween(3.9e6, 4.2e6);
  }

  private long sum() {
    return grants.stream().mapToLong(Grant::bytes).sum();
  }

  private double rateAt(long when) {
    return changes.stream().filter(change -> change.nanos <= when).reduce((first, second) -> second).orElseThrow().rate;
  }

  @Test
  void whoStartsAtTheSameTimeSendsAtAnother() {
    Pacer pacer = new Pacer(VirtualLimiter.on(ticker), 0.25);
    change(pacer, 40_960);
    assertThat(pacer.tryAcquire(8_192, nanos)).isFalse();
    assertThat(pacer.waitNanos(nanos)).as("a quarter of the time of 8 KiB").isEqualTo(50_000_000);
    nanos += 50_000_000;
    assertThat(pacer.tryAcquire(8_192, nanos)).isTrue();
    assertThat(pacer.waitNanos(nanos)).isEqualTo(200_000_000);

    nanos += 1_000_000_000;
    change(pacer, 0);
    change(pacer, 1_000);
    assertThat(pacer.waitNanos(nanos)).as("a quarter of half a second").isEqualTo(125_000_000);
    change(pacer, 1e6);
    assertThat(pacer.waitNanos(nanos)).as("of 20 ms, now that it is faster").isEqualTo(5_000_000);
  }

  @Test
  void aBundleThatBeginsWaitsItsPartOfAWholeRequest() {
    Pacer pacer = new Pacer(VirtualLimiter.on(ticker), 0.25);
    pacer.firstRate(4_096, nanos);
    assertThat(pacer.waitNanos(nanos)).as("a quarter of 2 s").isEqualTo(500_000_000);
    pacer.firstRate(100, nanos);
    pacer.rate(0, nanos);
    pacer.firstRate(100, nanos);
    assertThat(pacer.waitNanos(nanos)).as("a quarter of 4 s").isEqualTo(1_000_000_000);
    change(pacer, 40_960);
    assertThat(pacer.waitNanos(nanos)).as("of 200 ms, now that it is faster").isEqualTo(50_000_000);
  }

  @Test
  void aPauseForgivesNoDebt() {
    Pacer pacer = new Pacer(VirtualLimiter.on(ticker), 0);
    change(pacer, 1e3);
    assertThat(pacer.tryAcquire(8_000, nanos)).isTrue();
    nanos += 1_000_000_000;
    change(pacer, 0);
    nanos += 60_000_000_000L;
    change(pacer, 1e6);
    assertThat(pacer.tryAcquire(8_000, nanos)).as("7,000 bytes are owed").isFalse();
    nanos += 7_100_000;
    assertThat(pacer.tryAcquire(8_000, nanos)).isTrue();
  }

  /** A reader waits for the next byte of a bundle that was fast and has fallen to its floor. */
  @Test
  void whoOwesIsNotSilentForLong() {
    Pacer pacer = new Pacer(VirtualLimiter.on(ticker), 0);
    change(pacer, 40_960);
    assertThat(pacer.tryAcquire(8_192, nanos)).isTrue();
    change(pacer, 100);
    int bytes = Pacer.chunkBytes(100);
    long start = nanos;
    for (int requests = 1; requests <= 3; requests++) {
      assertThat(pacer.waitNanos(nanos)).as("request %s", requests).isEqualTo(Pacer.MAX_SILENCE_NANOS);
      nanos += Pacer.MAX_SILENCE_NANOS - 1;
      assertThat(pacer.tryAcquire(bytes, nanos)).isFalse();
      nanos++;
      assertThat(pacer.tryAcquire(bytes, nanos)).isTrue();
      assertThat(pacer.tryAcquire(bytes, nanos)).as("one").isFalse();
    }
    change(pacer, 1e6);
    double owed = 8_192 + 3.0 * bytes - 100.0 * (nanos - start) / NANOS;
    assertThat((double) pacer.waitNanos(nanos)).as("all of it is owed").isCloseTo(owed / 1e6 * NANOS, within(1_000.0));
  }

  private static long pause(Random random) {
    return switch (random.nextInt(10)) {
      case 0 -> random.nextInt(2_000_000_000);
      case 1, 2 -> random.nextInt(200_000_000);
      default -> random.nextInt(8_000_000);
    };
  }

  private void change(Pacer pacer, double rate) {
    pacer.rate(rate, nanos);
    changes.add(new Change(nanos, rate));
  }

  private void sendAll(Pacer pacer, Random random) {
    int longest = Pacer.chunkBytes(pacer.rate());
    int bytes = longest / 2 + random.nextInt(longest / 2 + 1);
    while (pacer.tryAcquire(bytes, nanos)) {
      grants.add(new Grant(nanos, bytes, longest));
    }
  }

  private double rateTimesTime(long from, long to) {
    double sum = 0;
    for (int i = 0; i < changes.size(); i++) {
      long start = Math.max(from, changes.get(i).nanos);
      long end = Math.min(to, i + 1 < changes.size() ? changes.get(i + 1).nanos : to);
      sum += Math.max(0, end - start) / NANOS * changes.get(i).rate;
    }
    return sum;
  }
}
