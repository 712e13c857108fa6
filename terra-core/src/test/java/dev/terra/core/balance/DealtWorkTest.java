package dev.terra.core.balance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terra.core.balance.DealtWork.Member;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests of dealing pieces to members that serve at rates of their own, and report their work every 200 ms. */
class DealtWorkTest {
  private static final long MEGABYTE = 1_000_000;

  private static long[] pieces(int count, long bytes) {
    return LongStream.generate(() -> bytes).limit(count).toArray();
  }

  private static DealtWork work(BalanceKind kind) {
    return new DealtWork(DealtWork.Learned.nothing(kind.first()));
  }

  @ParameterizedTest
  @EnumSource(names = {"PREQUAL", "MALCOLM"})
  void membersOfDifferentSpeedCarryWhatTheyCarryAlone(BalanceKind kind) {
    DealtGroup group = new DealtGroup(15e6, 30e6, 90e6);
    group.run(work(kind), pieces(400, 10 * MEGABYTE));
    double perfect = 4_000e6 / 135e6;
    assertThat(perfect / group.lastSeconds()).as("a hash would reach a third").isGreaterThan(0.93);
  }

  @ParameterizedTest
  @EnumSource(names = {"PREQUAL", "MALCOLM"})
  void equalMembersAreDoneAtTheSameTimeWhateverThePartitionsAre(BalanceKind kind) {
    DealtGroup group = new DealtGroup(40e6, 40e6, 40e6, 40e6);
    group.run(work(kind), DealtGroup.zipf(8));
    assertThat(group.lastOverMean()).as("the largest partition is 29 % of all, and a hash would reach 1.69").isLessThan(1.03);
  }

  @Test
  void aPartitionThatIsOnePieceIsThatOfTheLastMember() {
    DealtGroup group = new DealtGroup(40e6, 40e6, 40e6, 40e6);
    group.run(work(BalanceKind.PREQUAL), DealtGroup.zipf(1));
    assertThat(group.lastOverMean()).as("0.293 of all, where a quarter would be even").isBetween(1.15, 1.29);
  }

  @ParameterizedTest
  @EnumSource(names = {"PREQUAL", "MALCOLM"})
  void whatIsKnownAndWhatIsHeardMayBeOld(BalanceKind kind) {
    DealtWork fast = work(kind);
    new DealtGroup(100e6, 40e6, 130e6, 60e6).run(fast, DealtGroup.zipf(8));
    DealtGroup group = new DealtGroup(16e6, 16e6, 16e6, 16e6);
    group.lateSteps = 5;
    group.run(new DealtWork(fast.learned()), DealtGroup.zipf(8));
    assertThat(group.lastOverMean()).as("rates of a time when nobody was limited, loads of a second ago").isLessThan(1.15);
  }

  @Test
  void oneThatSlowsDownByFiveTimesGetsLessFromThenOn() {
    DealtGroup group = new DealtGroup(50e6, 50e6, 50e6);
    group.slowsAtSeconds = 5;
    group.run(work(BalanceKind.PREQUAL), pieces(300, 10 * MEGABYTE));
    double perfect = 5 + (3_000e6 - 5 * 150e6) / 110e6;
    assertThat(perfect / group.lastSeconds()).as("a hash would reach a third").isGreaterThan(0.95);
  }

  @ParameterizedTest
  @EnumSource(names = {"PREQUAL", "MALCOLM"})
  void fastMembersNeedNotWaitUntilTheirRateIsKnown(BalanceKind kind) {
    DealtGroup group = new DealtGroup(500e6, 500e6, 500e6, 500e6);
    group.run(work(kind), pieces(500, 12 * MEGABYTE));
    double reports = 2 * DealtGroup.STEP_SECONDS;
    assertThat(group.lastSeconds()).as("3 s of work, and %s s of reports", reports).isLessThan(3 + reports + 0.01);
  }

  @Test
  void whatIsKnownOfAMemberServesForTheNextWork() {
    DealtWork first = work(BalanceKind.PREQUAL);
    new DealtGroup(200e6, 20e6).run(first, pieces(100, 10 * MEGABYTE));
    assertThat(first.learned().bytesPerSecond()).containsOnlyKeys(0, 1);
    DealtWork next = new DealtWork(first.learned());
    next.look(List.of(new Member(0, 0, 0), new Member(1, 0, 0), new Member(2, 0, 0)), 0, 0);
    assertThat(next.bytesPerSecond(0)).as("ten times as fast, of which five count").isEqualTo(5 * next.bytesPerSecond(1));
    assertThat(next.bytesPerSecond(2)).as("one that is not known is like the mean").isEqualTo(next.bytesPerSecond(0));
    long[] given = new long[3];
    for (int piece = 0; piece < 30; piece++) {
      given[next.next(MEGABYTE, (30 - piece) * MEGABYTE, 1, piece * 0x9E3779B97F4A7C15L).orElseThrow()]++;
    }
    assertThat(given[0] + given[2]).as("both are five times as fast").isGreaterThan(8 * given[1]);
  }

  @Test
  void aRateIsThatBetweenTwoReportsAndNotBetweenTwoLooks() {
    DealtWork work = work(BalanceKind.PREQUAL);
    work.look(List.of(new Member(0, 0, 0), new Member(1, 0, 0)), 0, 0);
    while (work.next(50 * MEGABYTE, 500 * MEGABYTE, 0, 0).isPresent()) {
      // deals until both members have work
    }
    work.look(List.of(new Member(0, 50 * MEGABYTE, 0), new Member(1, 40 * MEGABYTE, 10 * MEGABYTE)), 0, 300_000_000);
    work.look(List.of(new Member(0, 50 * MEGABYTE, 0), new Member(1, 30 * MEGABYTE, 20 * MEGABYTE)), 0, 700_000_000);
    work.look(List.of(new Member(0, 50 * MEGABYTE, 0), new Member(1, 30 * MEGABYTE, 20 * MEGABYTE)), 0, 800_000_000);
    assertThat(work.bytesPerSecond(1)).isEqualTo(10e6 / 0.4);
    assertThat(work.learned().bytesPerSecond()).as("one that is silent may not have told yet").containsOnlyKeys(1);
    work.look(List.of(new Member(0, 50 * MEGABYTE, 0), new Member(1, 20 * MEGABYTE, 30 * MEGABYTE)), 0, 1_300_000_000);
    assertThat(work.bytesPerSecond(0)).as("for so long only a slow one says nothing").isEqualTo(work.bytesPerSecond(1) / 2);
    assertThat(work.learned().bytesPerSecond()).as("which may have had another reason").containsOnlyKeys(1);
  }

  @Test
  void aSmallShuffleIsDealtAtOnce() {
    DealtWork work = work(BalanceKind.PREQUAL);
    work.look(List.of(new Member(0, 0, 0), new Member(1, 0, 0)), 0, 0);
    for (int piece = 0; piece < 20; piece++) {
      assertThat(work.next(MEGABYTE, (20 - piece) * MEGABYTE, 0, piece)).isPresent();
    }
  }

  @Test
  void whereTheHashWouldDoBetterItDealsTheRestAtOnce() {
    DealtWork work = work(BalanceKind.PREQUAL);
    work.look(List.of(new Member(0, 0, 0), new Member(1, 0, 0)), 0, 0);
    work.next(MEGABYTE, 1_000 * MEGABYTE, 1, 0);
    for (int beat = 1; beat <= 4; beat++) {
      work.look(List.of(new Member(0, 900 * MEGABYTE, beat * MEGABYTE), new Member(1, 0, beat * MEGABYTE)), 0, beat * 500_000_000L);
    }
    assertThat(work.isByHash()).isTrue();
    for (int piece = 0; piece < 100; piece++) {
      assertThat(work.next(MEGABYTE, 1_000 * MEGABYTE, piece % 2, piece)).hasValue(piece % 2);
    }
  }

  @Test
  void aMemberThatIsGoneGetsNothing() {
    DealtWork work = work(BalanceKind.MALCOLM);
    work.look(List.of(new Member(0, 0, 0), new Member(2, 0, 0)), 0, 0);
    work.look(List.of(new Member(2, 0, 0)), 0, 100);
    for (int i = 0; i < 3; i++) {
      assertThat(work.next(MEGABYTE, 10 * MEGABYTE, 0, i)).hasValue(2);
    }
  }

  @Test
  void nobodyGetsMoreThanItServesInAMoment() {
    DealtWork work = work(BalanceKind.PREQUAL);
    work.look(List.of(new Member(0, 0, 0), new Member(1, 0, 0)), 0, 0);
    int dealt = 0;
    while (work.next(MEGABYTE, 200 * MEGABYTE, dealt % 2, dealt * 0x9E3779B97F4A7C15L).isPresent()) {
      dealt++;
    }
    assertThat(dealt * MEGABYTE).isBetween(2 * DealtWork.FIRST_AHEAD_BYTES, 2 * DealtWork.FIRST_AHEAD_BYTES + 2 * MEGABYTE);
  }
}
