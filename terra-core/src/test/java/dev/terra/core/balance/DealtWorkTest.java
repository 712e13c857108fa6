package dev.terra.core.balance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terra.core.balance.DealtWork.Member;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.OptionalInt;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Pieces are dealt to members that serve at rates of their own, which tell of their work every 200 ms. */
class DealtWorkTest {
  private static final double STEP_SECONDS = 0.2;
  private static final long MEGABYTE = 1_000_000;

  /** Members that serve what they have been given; what they are given is with them a step later. */
  private static final class Group {
    private final double[] rates;
    private final long[] given;
    private final double[] done;
    private final double[] endedSeconds;
    private final Deque<double[]> told = new ArrayDeque<>();
    private double slowsAtSeconds = Double.MAX_VALUE;
    private int lateSteps;
    private double seconds;

    Group(double... rates) {
      this.rates = rates;
      this.given = new long[rates.length];
      this.done = new double[rates.length];
      this.endedSeconds = new double[rates.length];
    }

    private List<Member> members() {
      told.add(done.clone());
      double[] heard = told.size() > lateSteps ? told.remove() : new double[rates.length];
      return IntStream.range(0, rates.length).mapToObj(i -> new Member(i, given[i] - (long) heard[i], (long) heard[i])).toList();
    }

    private void step(long[] givenBefore) {
      rates[1] = seconds >= slowsAtSeconds ? 10e6 : rates[1];
      for (int i = 0; i < rates.length; i++) {
        double served = Math.min(givenBefore[i] - done[i], rates[i] * STEP_SECONDS);
        done[i] += served;
        endedSeconds[i] = served > 0 ? seconds + served / rates[i] : endedSeconds[i];
      }
      seconds += STEP_SECONDS;
    }

    /** Serves pieces, the largest first; a piece's hash is its number. */
    void run(DealtWork work, long[] pieces) {
      Deque<Integer> waiting = new ArrayDeque<>(IntStream.range(0, pieces.length).boxed()
          .sorted(Comparator.comparingLong((Integer piece) -> pieces[piece]).reversed()).toList());
      long waitingBytes = LongStream.of(pieces).sum();
      long all = waitingBytes;
      while (LongStream.of(given).sum() < all || Arrays.stream(done).sum() < all - 1) {
        long[] before = given.clone();
        work.look(members(), Math.round(seconds * 1e9));
        while (!waiting.isEmpty()) {
          int piece = waiting.peek();
          OptionalInt to = work.next(pieces[piece], waitingBytes, piece % rates.length, piece * 0x9E3779B97F4A7C15L);
          if (to.isEmpty()) {
            break;
          }
          given[to.getAsInt()] += pieces[piece];
          waitingBytes -= pieces[piece];
          waiting.remove();
        }
        step(before);
        assertThat(seconds).isLessThan(1_000);
      }
    }

    double lastSeconds() {
      return Arrays.stream(endedSeconds).max().orElseThrow();
    }
  }

  private static long[] pieces(int count, long bytes) {
    return LongStream.generate(() -> bytes).limit(count).toArray();
  }

  private static DealtWork work(BalanceKind kind) {
    return new DealtWork(DealtWork.Learned.nothing(kind.first()));
  }

  @ParameterizedTest
  @EnumSource(names = {"PREQUAL", "MALCOLM"})
  void membersOfDifferentSpeedCarryWhatTheyCarryAlone(BalanceKind kind) {
    Group group = new Group(15e6, 30e6, 90e6);
    group.run(work(kind), pieces(400, 10 * MEGABYTE));
    double perfect = 4_000e6 / 135e6;
    assertThat(perfect / group.lastSeconds()).as("a hash would reach a third").isGreaterThan(0.93);
  }

  /** Of 64 partitions by Zipf's law with exponent 1.2, which so many maps make; 4 GB. */
  private static long[] zipf(int maps) {
    double sum = IntStream.rangeClosed(1, 64).mapToDouble(rank -> Math.pow(rank, -1.2)).sum();
    return IntStream.range(0, maps * 64).mapToLong(number -> (long) (4_000e6 / maps * Math.pow(number % 64 + 1.0, -1.2) / sum)).toArray();
  }

  private static double lastOverMean(Group group) {
    return group.lastSeconds() / DoubleStream.of(group.endedSeconds).average().orElseThrow();
  }

  @ParameterizedTest
  @EnumSource(names = {"PREQUAL", "MALCOLM"})
  void equalMembersAreDoneAtTheSameTimeWhateverThePartitionsAre(BalanceKind kind) {
    Group group = new Group(40e6, 40e6, 40e6, 40e6);
    group.run(work(kind), zipf(8));
    assertThat(lastOverMean(group)).as("the largest partition is 29 % of all, and a hash would reach 1.69").isLessThan(1.03);
  }

  @Test
  void aPartitionThatIsOnePieceIsThatOfTheLastMember() {
    Group group = new Group(40e6, 40e6, 40e6, 40e6);
    group.run(work(BalanceKind.PREQUAL), zipf(1));
    assertThat(lastOverMean(group)).as("0.293 of all, where a quarter would be even").isBetween(1.15, 1.29);
  }

  @ParameterizedTest
  @EnumSource(names = {"PREQUAL", "MALCOLM"})
  void whatIsKnownAndWhatIsHeardMayBeOld(BalanceKind kind) {
    DealtWork fast = work(kind);
    new Group(100e6, 40e6, 130e6, 60e6).run(fast, zipf(8));
    Group group = new Group(16e6, 16e6, 16e6, 16e6);
    group.lateSteps = 5;
    group.run(new DealtWork(fast.learned()), zipf(8));
    assertThat(lastOverMean(group)).as("rates of a time when nobody was limited, loads of a second ago").isLessThan(1.15);
  }

  @Test
  void oneThatSlowsDownByFiveTimesGetsLessFromThenOn() {
    Group group = new Group(50e6, 50e6, 50e6);
    group.slowsAtSeconds = 5;
    group.run(work(BalanceKind.PREQUAL), pieces(300, 10 * MEGABYTE));
    double perfect = 5 + (3_000e6 - 5 * 150e6) / 110e6;
    assertThat(perfect / group.lastSeconds()).as("a hash would reach a third").isGreaterThan(0.95);
  }

  @ParameterizedTest
  @EnumSource(names = {"PREQUAL", "MALCOLM"})
  void fastMembersNeedNotWaitUntilTheirRateIsKnown(BalanceKind kind) {
    Group group = new Group(500e6, 500e6, 500e6, 500e6);
    group.run(work(kind), pieces(500, 12 * MEGABYTE));
    assertThat(group.lastSeconds()).as("3 s of work, and %s s of reports", 2 * STEP_SECONDS).isLessThan(3 + 2 * STEP_SECONDS + 0.01);
  }

  @Test
  void whatIsKnownOfAMemberServesForTheNextWork() {
    DealtWork first = work(BalanceKind.PREQUAL);
    new Group(200e6, 20e6).run(first, pieces(100, 10 * MEGABYTE));
    assertThat(first.learned().bytesPerSecond()).containsOnlyKeys(0, 1);
    DealtWork next = new DealtWork(first.learned());
    next.look(List.of(new Member(0, 0, 0), new Member(1, 0, 0), new Member(2, 0, 0)), 0);
    assertThat(next.bytesPerSecond(0)).isEqualTo(first.bytesPerSecond(0));
    assertThat(next.bytesPerSecond(2)).as("the mean of those that are known").isBetween(next.bytesPerSecond(1), next.bytesPerSecond(0));
    long[] given = new long[3];
    for (int piece = 0; piece < 30; piece++) {
      given[next.next(MEGABYTE, (30 - piece) * MEGABYTE, 1, piece * 0x9E3779B97F4A7C15L).orElseThrow()]++;
    }
    assertThat(given[0]).as("ten times as fast").isGreaterThan(4 * given[1]);
  }

  @Test
  void aRateIsThatBetweenTwoReportsAndNotBetweenTwoLooks() {
    DealtWork work = work(BalanceKind.PREQUAL);
    work.look(List.of(new Member(0, 0, 0), new Member(1, 0, 0)), 0);
    while (work.next(50 * MEGABYTE, 500 * MEGABYTE, 0, 0).isPresent()) {
      // both have some
    }
    work.look(List.of(new Member(0, 50 * MEGABYTE, 0), new Member(1, 40 * MEGABYTE, 10 * MEGABYTE)), 300_000_000);
    work.look(List.of(new Member(0, 50 * MEGABYTE, 0), new Member(1, 30 * MEGABYTE, 20 * MEGABYTE)), 700_000_000);
    work.look(List.of(new Member(0, 50 * MEGABYTE, 0), new Member(1, 30 * MEGABYTE, 20 * MEGABYTE)), 800_000_000);
    assertThat(work.bytesPerSecond(1)).isEqualTo(10e6 / 0.4);
    assertThat(work.learned().bytesPerSecond()).as("one that is silent may not have told yet").containsOnlyKeys(1);
    work.look(List.of(new Member(0, 50 * MEGABYTE, 0), new Member(1, 20 * MEGABYTE, 30 * MEGABYTE)), 1_300_000_000);
    assertThat(work.bytesPerSecond(0)).as("for so long only one that serves nothing says nothing").isEqualTo(1);
  }

  @Test
  void aSmallShuffleIsDealtAtOnce() {
    DealtWork work = work(BalanceKind.PREQUAL);
    work.look(List.of(new Member(0, 0, 0), new Member(1, 0, 0)), 0);
    for (int piece = 0; piece < 20; piece++) {
      assertThat(work.next(MEGABYTE, (20 - piece) * MEGABYTE, 0, piece)).isPresent();
    }
  }

  @Test
  void whereTheHashWouldDoBetterItDealsTheRestAtOnce() {
    DealtWork work = work(BalanceKind.PREQUAL);
    work.look(List.of(new Member(0, 0, 0), new Member(1, 0, 0)), 0);
    work.next(MEGABYTE, 1_000 * MEGABYTE, 1, 0);
    for (int beat = 1; beat <= 4; beat++) {
      work.look(List.of(new Member(0, 900 * MEGABYTE, beat * MEGABYTE), new Member(1, 0, beat * MEGABYTE)), beat * 500_000_000L);
    }
    assertThat(work.isByHash()).isTrue();
    for (int piece = 0; piece < 100; piece++) {
      assertThat(work.next(MEGABYTE, 1_000 * MEGABYTE, piece % 2, piece)).hasValue(piece % 2);
    }
  }

  @Test
  void aMemberThatIsGoneGetsNothing() {
    DealtWork work = work(BalanceKind.MALCOLM);
    work.look(List.of(new Member(0, 0, 0), new Member(2, 0, 0)), 0);
    work.look(List.of(new Member(2, 0, 0)), 100);
    for (int i = 0; i < 3; i++) {
      assertThat(work.next(MEGABYTE, 10 * MEGABYTE, 0, i)).hasValue(2);
    }
  }

  @Test
  void nobodyGetsMoreThanItServesInAMoment() {
    DealtWork work = work(BalanceKind.PREQUAL);
    work.look(List.of(new Member(0, 0, 0), new Member(1, 0, 0)), 0);
    int dealt = 0;
    while (work.next(MEGABYTE, 200 * MEGABYTE, dealt % 2, dealt * 0x9E3779B97F4A7C15L).isPresent()) {
      dealt++;
    }
    assertThat(dealt * MEGABYTE).isBetween(2 * DealtWork.FIRST_AHEAD_BYTES, 2 * DealtWork.FIRST_AHEAD_BYTES + 2 * MEGABYTE);
  }
}
