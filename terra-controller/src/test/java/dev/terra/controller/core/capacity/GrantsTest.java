package dev.terra.controller.core.capacity;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** Tests that the rate which is returned as granted for an interval is never above the rate that was granted. */
class GrantsTest {
  private static final long SECOND = 1_000_000_000L;

  private final Grants<String> grants = new Grants<>();

  @Example
  void nobodyWasGrantedAnythingBeforeTheFirstRound() {
    assertThat(grants.leastSince("AB", 0)).isZero();
  }

  @Example
  void aRaiseCountsOnceAgentsHaveFollowed() {
    grants.granted(Map.of("AB", 100L), SECOND);
    assertThat(grants.leastSince("AB", SECOND)).isZero();
    assertThat(grants.leastSince("AB", SECOND + Grants.FOLLOWED_NANOS)).isEqualTo(100);
  }

  @Example
  void aCutCountsAtOnceAndForWhatWasBefore() {
    grants.granted(Map.of("AB", 100L), 0);
    grants.granted(Map.of("AB", 40L), 10 * SECOND);
    assertThat(grants.leastSince("AB", 9 * SECOND)).isEqualTo(40);
    assertThat(grants.leastSince("AB", 12 * SECOND)).isEqualTo(40);
  }

  @Example
  void whatIsMissingFromARoundIsNothing() {
    grants.granted(Map.of("AB", 100L, "AC", 50L), 0);
    grants.granted(Map.of("AC", 50L), 10 * SECOND);
    assertThat(grants.leastSince("AB", 11 * SECOND)).isZero();
    assertThat(grants.leastSince("AC", 11 * SECOND)).isEqualTo(50);
  }

  @Example
  void slightlyOtherRatesAreNoChange() {
    grants.granted(Map.of("AB", 1000L), 0);
    grants.granted(Map.of("AB", 1040L), 10 * SECOND);
    grants.granted(Map.of("AB", 1010L), 20 * SECOND);
    assertThat(grants.leastSince("AB", 20 * SECOND)).as("it has not begun anew").isEqualTo(1010);
  }

  @Property(tries = 100)
  void itIsTheLeastOfThePresentAndTheLastRateWhereTheChangeIsYoung(@ForAll long seed) {
    Random random = new Random(seed);
    Grants<String> fresh = new Grants<>();
    TreeMap<Long, Long> granted = new TreeMap<>(Map.of(Long.MIN_VALUE, 0L));
    long now = 0;
    for (int round = 0; round < 40; round++) {
      now += random.nextInt(1_000_000_000);
      long rate = 100L << random.nextInt(6);
      fresh.granted(Map.of("AB", rate), now);
      if (granted.lastEntry().getValue() != rate) {
        granted.put(now, rate);
      }
      long since = now - random.nextInt(2_000_000_000);
      double least = fresh.leastSince("AB", since);
      assertThat(least).isLessThanOrEqualTo((double) rate);
      long changed = granted.lastKey();
      long before = granted.lowerEntry(changed) == null ? rate : granted.lowerEntry(changed).getValue();
      assertThat(least).isEqualTo((double) (changed + Grants.FOLLOWED_NANOS > since ? Math.min(rate, before) : rate));
    }
  }
}
