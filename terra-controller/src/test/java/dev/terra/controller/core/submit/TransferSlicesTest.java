package dev.terra.controller.core.submit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terra.api.v1.Transfer;
import dev.terra.core.balance.BalanceKind;
import dev.terra.core.balance.DealtWork.Member;
import dev.terra.core.shuffle.ShuffleId;
import dev.terra.core.slice.Slices;
import dev.terra.core.wan.SiteId;
import dev.terra.core.wan.SitePair;
import java.util.List;
import java.util.OptionalInt;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class TransferSlicesTest {
  private static final ShuffleId COPY = new ShuffleId("copy");
  private static final SitePair PAIR = new SitePair(new SiteId("A"), new SiteId("B"));
  private static final long MEGABYTE = 1_000_000;

  private final TransferSlices slices = new TransferSlices(new Slices(2), BalanceKind.PREQUAL);

  /** Deals transfers to two agents that serve 2 MB/s each. One has far more than the other, and neither has room. */
  private void deal(int beat) {
    slices.deal(COPY, PAIR, List.of(new Member(0, 900 * MEGABYTE, beat * MEGABYTE), new Member(1, 200 * MEGABYTE, beat * MEGABYTE)),
        beat * 500_000_000L);
  }

  @Test
  void itSaysOnceWhatAgentsHadWhenTheHashTookOver() {
    take(COPY, 10);
    IntStream.range(0, 3).forEach(this::deal);
    assertThat(slices.takeover(COPY, PAIR)).as("they may differ for a second").isEmpty();
    assertThat(slices.waiting(COPY, PAIR.from())).hasSize(10);
    deal(3);
    assertThat(slices.takeover(COPY, PAIR).orElseThrow())
        .startsWith("A to B: work left: slice 0 for 450.0 s at 2.0 MB/s, slice 1")
        .endsWith("the hash deals the other 10.0 MB");
    assertThat(slices.takeover(COPY, PAIR)).isEmpty();
    assertThat(slices.waiting(COPY, PAIR.from())).isEmpty();
  }

  private void take(ShuffleId id, int transfers) {
    slices.take(id, IntStream.range(0, transfers).mapToObj(number -> Transfer.newBuilder().setNumber(number).setBytes(MEGABYTE).build())
        .toList(), transfer -> PAIR);
  }

  private long given(ShuffleId id, int slice) {
    return IntStream.range(0, 200).filter(number -> slices.of(id, number).equals(OptionalInt.of(slice))).count() * MEGABYTE;
  }

  /** Returns an agent that has sent {@code mostBytes} of what it was given, or all if that is less. */
  private Member member(int slice, long mostBytes) {
    long done = Math.min(given(COPY, slice), mostBytes);
    return new Member(slice, given(COPY, slice) - done, done);
  }

  /** Returns how many bytes the second slice is given at first of a shuffle that follows one in which the slice was slow. */
  private long givenToSlowOneAtFirst(boolean isMoved) {
    take(COPY, 200);
    for (int beat = 0; beat < 8; beat++) {
      slices.deal(COPY, PAIR, List.of(member(0, 15L * beat * MEGABYTE), member(1, beat * MEGABYTE)), beat * 500_000_000L);
    }
    if (isMoved) {
      slices.forget(PAIR.to());
    }
    ShuffleId next = new ShuffleId("next");
    take(next, 200);
    slices.deal(next, PAIR, List.of(new Member(0, 0, 0), new Member(1, 0, 0)), 10_000_000_000L);
    return given(next, 1);
  }

  @Test
  void slicesThatOtherAgentsCarryBeginAnew() {
    assertThat(givenToSlowOneAtFirst(false)).isLessThan(10 * MEGABYTE);
    assertThat(new TransferSlicesTest().givenToSlowOneAtFirst(true)).isGreaterThan(30 * MEGABYTE);
  }

  @Test
  void whatCanBeDealtIsGatheredWhileAllHaveWork() {
    take(COPY, 200);
    slices.deal(COPY, PAIR, List.of(new Member(0, 0, 0), new Member(1, 0, 0)), 0);
    long first = given(COPY, 0);
    slices.deal(COPY, PAIR, List.of(member(0, 0), member(1, 0)), 500_000_000L);
    slices.deal(COPY, PAIR, List.of(member(0, 10 * MEGABYTE), member(1, 10 * MEGABYTE)), 1_000_000_000L);
    long second = given(COPY, 0);
    assertThat(second).isGreaterThan(first);
    slices.deal(COPY, PAIR, List.of(member(0, 15 * MEGABYTE), member(1, 15 * MEGABYTE)), 1_200_000_000L);
    assertThat(given(COPY, 0)).as("0.2 s later").isEqualTo(second);
    slices.deal(COPY, PAIR, List.of(member(0, 15 * MEGABYTE), member(1, 15 * MEGABYTE)), 1_250_000_000L);
    assertThat(given(COPY, 0)).isGreaterThan(second);
  }

  @Test
  void oneThatIsNearlyDoneNeedNotWait() {
    take(COPY, 200);
    slices.deal(COPY, PAIR, List.of(new Member(0, 0, 0), new Member(1, 0, 0)), 0);
    long first = given(COPY, 0);
    slices.deal(COPY, PAIR, List.of(member(0, first), member(1, 0)), 200_000_000L);
    assertThat(given(COPY, 0)).isGreaterThan(first);
  }
}
