package dev.terra.core.balance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.google.common.collect.ImmutableMap;
import com.google.common.primitives.ImmutableDoubleArray;
import dev.terra.core.balance.DealtWork.Member;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests of the rates that are assumed of members which have served all their work, and of when the hash deals. */
class DealtWorkValuesTest {
  private static final long MEGABYTE = 1_000_000;
  private static final long BEAT_NANOS = 500_000_000;

  /** A policy that keeps all work where the hash puts it. */
  private record Keeping() implements BalancePolicy {
    @Override
    public int target(GroupLoads loads, long draw) {
      return loads.self();
    }

    @Override
    public BalancePolicy after(Beat beat) {
      return this;
    }
  }

  private final DealtWork work = new DealtWork(DealtWork.Learned.nothing(new Keeping()));

  private static Member member(int number, long leftMegabytes, long doneMegabytes) {
    return new Member(number, leftMegabytes * MEGABYTE, doneMegabytes * MEGABYTE);
  }

  private void look(int beat, Member... members) {
    work.look(List.of(members), 0, 7 + beat * BEAT_NANOS);
  }

  private OptionalInt next(long megabytes, long waitingMegabytes, int hash) {
    return work.next(megabytes * MEGABYTE, waitingMegabytes * MEGABYTE, hash, 0);
  }

  @Test
  void oneThatServedAllRisesFromWhatItServed() {
    look(0, member(0, 0, 0));
    next(10, 100, 0);
    look(1, member(0, 0, 10));
    assertThat(work.bytesPerSecond(0)).isEqualTo(1.25 * 20e6);
    next(20, 100, 0);
    look(2, member(0, 0, 30));
    assertThat(work.bytesPerSecond(0)).isEqualTo(1.25 * 40e6);
  }

  @Test
  void oneThatBeginsAnewHasNotServedLess() {
    look(0, member(0, 900, 400));
    look(1, member(0, 890, 410));
    look(2, member(0, 880, 420));
    assertThat(work.bytesPerSecond(0)).as("of what another one gave it").isEqualTo(20e6);
    look(3, member(0, 880, 7));
    look(4, member(0, 870, 17));
    assertThat(work.bytesPerSecond(0)).isEqualTo(20e6);
  }

  @Test
  void whatIsDoneAtOnceRaisesAKnownRateOnly() {
    work.look(List.of(member(0, 0, 0)), 0, 0);
    next(10, 100, 0);
    work.look(List.of(member(0, 5, 5)), 0, 300_000_000);
    work.look(List.of(member(0, 0, 10)), 0, 350_000_000);
    assertThat(work.learned().bytesPerSecond()).as("of 50 ms").isEmpty();
    next(10, 100, 0);
    work.look(List.of(member(0, 0, 20)), 0, 850_000_000);
    next(10, 100, 0);
    work.look(List.of(member(0, 5, 25)), 0, 950_000_000);
    work.look(List.of(member(0, 0, 30)), 0, 999_000_000);
    assertThat(work.bytesPerSecond(0)).isEqualTo(1.25 * 1.25 * 20e6);
  }

  /** Each work is one megabyte that is done in the given time. The rate that is known before is 2 MB/s. */
  @ParameterizedTest
  @ValueSource(longs = {20, 100, 400})
  void muchShortWorkMakesNobodyFasterThanItServes(long millis) {
    DealtWork.Learned learned = new DealtWork.Learned(new Keeping(), ImmutableMap.of(0, 2e6));
    double servedPerSecond = MEGABYTE * 1e3 / millis;
    for (int times = 0; times < 5_000; times++) {
      DealtWork again = new DealtWork(learned);
      again.look(List.of(member(0, 0, 0)), 0, 0);
      again.next(2 * MEGABYTE, 2 * MEGABYTE, 0, 0);
      again.look(List.of(member(0, 1, 1)), 0, 200_000_000);
      again.look(List.of(member(0, 0, 2)), 0, 200_000_000 + millis * 1_000_000);
      learned = again.learned();
    }
    if (millis < 100) {
      assertThat(learned.bytesPerSecond()).as("a time that says nothing").containsOnly(Map.entry(0, 2e6));
    } else {
      assertThat(learned.bytesPerSecond().get(0)).isBetween(servedPerSecond, 1.25 * servedPerSecond + 1);
    }
  }

  @Test
  void oneThatEndsItsWorkAgainAndAgainIsNotTakenForEverFaster() {
    for (int beat = 0; beat < 4_000; beat++) {
      look(2 * beat, member(0, 1, beat), member(1, 1, 0));
      look(2 * beat + 1, member(0, 0, beat + 1), member(1, 1, 0));
    }
    assertThat(work.bytesPerSecond(0)).as("five times what it was seen to serve").isEqualTo(5 * 2e6);
  }

  @Test
  void ofEarlierWorkItIsKnownHowMembersCompareAndNoneIsNear0() {
    DealtWork next = new DealtWork(new DealtWork.Learned(new Keeping(), ImmutableMap.of(0, 40e6, 1, 100e6, 2, 160e6, 3, 1.0, 4, 200e6)));
    next.look(List.of(member(0, 0, 0), member(1, 0, 0), member(3, 0, 0), member(4, 0, 0), member(5, 0, 0)), 0, 0);
    double mean = next.bytesPerSecond(5);
    assertThat(next.bytesPerSecond(0)).as("the mean is %s", 500e6 / 5).isCloseTo(0.4 * mean, within(1.0));
    assertThat(next.bytesPerSecond(1)).isEqualTo(mean);
    assertThat(next.bytesPerSecond(3)).as("a fifth of it").isCloseTo(0.2 * mean, within(1.0));
    assertThat(next.bytesPerSecond(4)).as("it may be slower now").isEqualTo(mean);
    assertThat(next.learned().bytesPerSecond()).as("it was not seen to be faster").containsEntry(3, 1.0);
  }

  @Test
  void theHashMaySendToAMemberThatIsGoneAndThePolicyDealsIt() {
    look(0, member(0, 0, 0), member(1, 0, 0));
    next(1, 1_000, 1);
    for (int beat = 1; beat <= 4; beat++) {
      look(beat, member(0, 900, beat), member(1, 0, beat));
    }
    assertThat(work.isByHash()).isTrue();
    look(5, member(1, 0, 5));
    assertThat(next(1, 1_000, 0)).hasValue(1);
    assertThat(work.learned().policy()).isInstanceOf(Keeping.class);
  }

  private static GroupLoads loads(double bytes) {
    return new GroupLoads(0, ImmutableDoubleArray.of(bytes, 0), ImmutableDoubleArray.of(1e6, 1e6), .5);
  }

  /**
   * Returns whether the hash is given up after a beat that is longer than the patience. The hash has left 4 MB, the work of 8 beats, and
   * so loads may differ by 11.
   */
  private static boolean isGivenUp(double bytes) {
    HashedLoads hashed = new HashedLoads();
    hashed.dealt(3, 4_000_000);
    hashed.dealt(3, 2_000_000);
    return hashed.note(List.of(3, 4), loads(bytes), 0, 2_000_000_000);
  }

  @Test
  void loadsMayDifferByAPartAndABeatMoreThanTheHashes() {
    assertThat(isGivenUp(5.5e6)).isFalse();
    assertThat(isGivenUp(5.5001e6)).isTrue();
    assertThat(loads(5.5e6).imbalance()).isCloseTo(11, within(1e-9));
  }
}
