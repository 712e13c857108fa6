package dev.terra.core.balance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.google.common.primitives.ImmutableDoubleArray;
import dev.terra.core.balance.DealtWork.Member;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

/** Rates, what members may have, and what a policy is shown: look by look. */
class DealtWorkValuesTest {
  private static final long MEGABYTE = 1_000_000;
  private static final long BEAT_NANOS = 500_000_000;
  private static final double FIRST_RATE = DealtWork.FIRST_AHEAD_BYTES / 1.5;

  /** Keeps all where the hash puts it, and notes what it is shown. */
  private record Noting(List<Beat> beats) implements BalancePolicy {
    @Override
    public int target(GroupLoads loads, long draw) {
      return loads.self();
    }

    @Override
    public BalancePolicy after(Beat beat) {
      beats.add(beat);
      return this;
    }
  }

  private final List<BalancePolicy.Beat> beats = new ArrayList<>();
  private final DealtWork work = new DealtWork(new Noting(beats));

  private static Member member(int number, long leftMegabytes, long doneMegabytes) {
    return new Member(number, leftMegabytes * MEGABYTE, doneMegabytes * MEGABYTE);
  }

  private void look(int beat, Member... members) {
    work.look(List.of(members), 7 + beat * BEAT_NANOS);
  }

  private OptionalInt next(long megabytes, long waitingMegabytes, int hash) {
    return work.next(megabytes * MEGABYTE, waitingMegabytes * MEGABYTE, hash, 0);
  }

  /** How many pieces of a megabyte member 0 takes at once. */
  private int taken() {
    int taken = 0;
    while (taken < 1_000 && next(1, 100_000, 0).isPresent()) {
      taken++;
    }
    return taken;
  }

  @Test
  void aRateIsWhatWasServedFromBeatToBeat() {
    look(0, member(0, 0, 3));
    assertThat(work.bytesPerSecond(0)).isEqualTo(FIRST_RATE);
    next(10, 100, 0);
    work.look(List.of(member(0, 8, 5)), 7 + BEAT_NANOS - 1);
    assertThat(work.bytesPerSecond(0)).as("no beat is over").isEqualTo(FIRST_RATE);
    look(1, member(0, 5, 8));
    assertThat(work.bytesPerSecond(0)).isEqualTo(10e6);
    look(3, member(0, 1, 12));
    assertThat(work.bytesPerSecond(0)).as("half of 4 MB in a second, half of what it was").isEqualTo(7e6);
    look(4, member(0, 0, 13));
    assertThat(work.bytesPerSecond(0)).as("nothing is left: it may be faster").isEqualTo(1.25 * 7e6);
    look(5, member(0, 0, 13));
    assertThat(work.bytesPerSecond(0)).as("it had nothing").isEqualTo(1.25 * 7e6);
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
  void oneThatServesNothingHasALeastRate() {
    look(0, member(0, 0, 50));
    next(10, 100, 0);
    look(1, member(0, 10, 20));
    assertThat(work.bytesPerSecond(0)).as("it has begun anew").isEqualTo(1);
  }

  @Test
  void aMemberHasWhatItServesInAMomentAndItDoublesAtMost() {
    look(0, member(0, 0, 0));
    assertThat(taken()).isEqualTo(34);
    look(1, member(0, 24, 10));
    assertThat(taken()).as("20 MB a second for 1.5 s").isEqualTo(30 - 24);
    look(2, member(0, 0, 510));
    assertThat(taken()).as("twice of that").isEqualTo(60);
  }

  @Test
  void aSlowMemberHasFewChunks() {
    look(0, member(0, 0, 0));
    next(20, 100_000, 0);
    look(1, member(0, 1, 0));
    assertThat(taken()).as("4 MiB less 1 MB").isEqualTo(4);
  }

  @Test
  void whoWouldBeTheLastOfAllGetsNothing() {
    look(0, member(0, 0, 0), member(1, 0, 0));
    next(20, 100, 0);
    next(20, 100, 1);
    look(1, member(0, 5, 5), member(1, 2, 1));
    assertThat(next(1, 30, 1)).as("3 MB at 2 MB a second take 1.5 s, and all 37 MB at 12 twice as long").hasValue(1);
    assertThat(next(1, 10, 1)).as("4 MB take 2 s, and all is done in 1.5 s").hasValue(0);
    assertThat(next(20, 1, 1)).as("none would be done by then; the first is done the soonest").hasValue(0);
    assertThat(next(3, 3, 1)).as("and has no room now").isEmpty();
  }

  @Test
  void aPolicyIsShownTheLoadsAndWhatItGave() {
    look(0, member(0, 0, 0), member(2, 0, 0));
    next(1, 100, 0);
    next(1, 100, 2);
    next(1, 100, 2);
    look(1, member(0, 1, 0), member(2, 1, 1));
    assertThat(beats).hasSize(1);
    BalancePolicy.Beat beat = beats.get(0);
    assertThat(beat.given()).isEqualTo(ImmutableDoubleArray.of(1, 2));
    assertThat(beat.taken()).isEqualTo(ImmutableDoubleArray.of(0, 0));
    assertThat(beat.moved()).isZero();
    assertThat(beat.before().queues()).isEqualTo(ImmutableDoubleArray.of(0, 0));
    assertThat(beat.now().queues()).isEqualTo(ImmutableDoubleArray.of(1e6, 1e6));
    assertThat(beat.now().rates()).isEqualTo(ImmutableDoubleArray.of(1, 2e6));
    assertThat(beat.now().beatSeconds()).isEqualTo(.5);
    look(2, member(0, 1, 0), member(2, 1, 1));
    assertThat(beats).as("nothing was given").hasSize(1);
    next(1, 100, 2);
    look(3, member(0, 1, 0));
    assertThat(beats).as("other members are no sequel").hasSize(1);
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
    assertThat(work.policy()).isInstanceOf(Noting.class);
  }

  private static GroupLoads loads(double bytes) {
    return new GroupLoads(0, ImmutableDoubleArray.of(bytes, 0), ImmutableDoubleArray.of(1e6, 1e6), .5);
  }

  /** After a beat that is longer than the patience, of which the hash has left 4 MB: 8 beats' work, and so loads may differ by 11. */
  private static boolean isGivenUp(double bytes) {
    HashedLoads hashed = new HashedLoads();
    hashed.dealt(3, 4_000_000);
    hashed.dealt(3, 2_000_000);
    return hashed.note(List.of(3, 4), loads(bytes), 2_000_000_000);
  }

  @Test
  void loadsMayDifferByAPartAndABeatMoreThanTheHashes() {
    assertThat(isGivenUp(5.5e6)).isFalse();
    assertThat(isGivenUp(5.5001e6)).isTrue();
    assertThat(loads(5.5e6).imbalance()).isCloseTo(11, within(1e-9));
  }
}
