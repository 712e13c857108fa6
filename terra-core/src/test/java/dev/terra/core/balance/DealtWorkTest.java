package dev.terra.core.balance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terra.core.balance.DealtWork.Member;
import java.util.ArrayDeque;
import java.util.ArrayList;
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
    private double slowsAtSeconds = Double.MAX_VALUE;
    private double seconds;

    Group(double... rates) {
      this.rates = rates;
      this.given = new long[rates.length];
      this.done = new double[rates.length];
      this.endedSeconds = new double[rates.length];
    }

    private List<Member> members() {
      return IntStream.range(0, rates.length).mapToObj(i -> new Member(i, given[i] - (long) done[i], (long) done[i])).toList();
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
    return new DealtWork(kind.first());
  }

  @ParameterizedTest
  @EnumSource(names = {"PREQUAL", "MALCOLM"})
  void membersOfDifferentSpeedCarryWhatTheyCarryAlone(BalanceKind kind) {
    Group group = new Group(15e6, 30e6, 90e6);
    group.run(work(kind), pieces(400, 10 * MEGABYTE));
    double perfect = 4_000e6 / 135e6;
    assertThat(perfect / group.lastSeconds()).as("a hash would reach a third").isGreaterThan(0.93);
  }

  @ParameterizedTest
  @EnumSource(names = {"PREQUAL", "MALCOLM"})
  void equalMembersAreDoneAtTheSameTimeWhateverThePartitionsAre(BalanceKind kind) {
    double sum = IntStream.rangeClosed(1, 64).mapToDouble(rank -> Math.pow(rank, -1.2)).sum();
    List<Long> pieces = new ArrayList<>();
    for (int map = 0; map < 8; map++) {
      IntStream.rangeClosed(1, 64).forEach(rank -> pieces.add((long) (4_000e6 / 8 * Math.pow(rank, -1.2) / sum)));
    }
    Group group = new Group(40e6, 40e6, 40e6, 40e6);
    group.run(work(kind), pieces.stream().mapToLong(Long::longValue).toArray());
    double mean = DoubleStream.of(group.endedSeconds).average().orElseThrow();
    assertThat(group.lastSeconds() / mean).as("the largest partition is 29 % of all").isLessThan(1.15);
  }

  @Test
  void oneThatSlowsDownByFiveTimesGetsLessFromThenOn() {
    Group group = new Group(50e6, 50e6, 50e6);
    group.slowsAtSeconds = 5;
    group.run(work(BalanceKind.PREQUAL), pieces(300, 10 * MEGABYTE));
    double perfect = 5 + (3_000e6 - 5 * 150e6) / 110e6;
    assertThat(perfect / group.lastSeconds()).as("a hash would reach a third").isGreaterThan(0.95);
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
    while (work.next(MEGABYTE, 10_000 * MEGABYTE, dealt % 2, dealt * 0x9E3779B97F4A7C15L).isPresent()) {
      dealt++;
    }
    assertThat(dealt * MEGABYTE).isBetween(2 * DealtWork.FIRST_AHEAD_BYTES, 2 * DealtWork.FIRST_AHEAD_BYTES + 2 * MEGABYTE);
  }
}
