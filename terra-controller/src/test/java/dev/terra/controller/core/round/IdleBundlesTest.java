package dev.terra.controller.core.round;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terra.controller.core.Harness;
import dev.terra.controller.core.shuffle.ProgressBook;
import dev.terra.schedule.PolicyName;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Tests with a bundle that has a rate of 125,000 bytes/s and does not progress, beside one that does. */
class IdleBundlesTest {
  private final Harness harness = new Harness();

  private void begin(long idleBytes) {
    harness.helloAll();
    harness.produced(1, "job_1", idleBytes, 1_000L);
    harness.placed(1, "job_1", 0, "B");
    harness.produced(1, "job_2", 500_000_000L);
    harness.placed(1, "job_2", 0, "B");
    harness.at(0).round();
    harness.round();
  }

  private void roundAt(double seconds) {
    harness.progress(1, "job_2", "B", (long) (1_000 * seconds), 0, 0);
    harness.at(seconds).round();
  }

  private Map<String, Integer> priorities() {
    return harness.scheduler.lastDemands.stream().collect(
        Collectors.toMap(demand -> demand.id().value(), demand -> demand.terms().priority()));
  }

  private int priority(String shuffle) {
    return priorities().get(shuffle);
  }

  @Test
  void whatCouldHaveBeenSentAndWasNotGoesLastUntilSomethingMoves() {
    begin(100_000);
    roundAt(4.9);
    assertThat(priorities()).as("agents need a while to tell").isEqualTo(Map.of("job_1", 0, "job_2", 0));
    roundAt(5);
    assertThat(priority("job_1")).isNegative();
    assertThat(priority("job_2")).as("it moves").isZero();
    assertThat(harness.ratesOf(1)).as("it may still go on").containsOnlyKeys("job_1>B", "job_2>B");
    roundAt(10);
    assertThat(priority("job_1")).as("still").isNegative();
    assertThat(harness.events("bundle-idle")).as("it is said once").singleElement().asString()
        .startsWith("job_1 | nothing from A to B has moved for 5 s, although its rate is ");
    harness.progress(1, "job_1", "B", 8_192, 0, 0);
    roundAt(11);
    assertThat(priorities()).isEqualTo(Map.of("job_1", 0, "job_2", 0));
  }

  @Test
  void othersGetItsLinksFromThePolicy() {
    Harness real = withPolicy(1_000_000L, 10_000_000L);
    real.at(0).round();
    real.at(1).round();
    assertThat(rate(real, 3, "job_2>B")).as("a shorter one has all links").isZero();
    real.at(6.5).round();
    assertThat(rate(real, 3, "job_2>B")).as("which does not move").isGreaterThan(1.5 * Harness.CAPACITY);
  }

  /** Starts a bundle that does not progress, and a longer one. */
  private static Harness withPolicy(long idleBytes, long bytes) {
    Harness real = new Harness(PolicyName.TERRA_PLUS, Map.of());
    real.helloAll();
    real.produced(1, "job_1", idleBytes);
    real.placed(1, "job_1", 0, "B");
    real.produced(3, "job_2", bytes);
    real.placed(3, "job_2", 0, "B");
    return real;
  }

  private static double rate(Harness harness, long stream, String bundle) {
    return harness.ratesOf(stream).getOrDefault(bundle, Map.of()).values().stream().mapToDouble(Double::doubleValue).sum();
  }

  @Test
  void aLargeBundleIsIdleOnceSomeChunksOfItWouldHaveMoved() {
    begin(1_000_000_000);
    roundAt(8);
    assertThat(priority("job_1")).as("1,000,000 bytes").isZero();
    roundAt(9);
    assertThat(priority("job_1")).as("1,125,000 bytes").isNegative();
  }

  @Test
  void aShuffleOfWhichOneBundleMovesKeepsItsPlace() {
    begin(100_000);
    harness.placed(1, "job_1", 1, "C");
    roundAt(1);
    roundAt(5.5);
    harness.progress(1, "job_1", "C", 10, 0, 0);
    roundAt(6.5);
    assertThat(priority("job_1")).isZero();
    roundAt(12);
    assertThat(priority("job_1")).as("now neither does").isNegative();
  }

  @Test
  void readersThatAskForMoreAreProgress() {
    begin(100_000);
    roundAt(2);
    harness.progress(1, "job_1", "B", 0, 0, 50_000);
    roundAt(5.5);
    assertThat(priority("job_1")).isZero();
    roundAt(11);
    assertThat(priority("job_1")).isNegative();
  }

  @Test
  void whatIsSentAgainAndAgainAndNeverArrivesIsIdle() {
    begin(100_000);
    for (int second = 1; second <= 6; second++) {
      harness.progress(1, "job_1", "B", new ProgressBook.Done(0, 0, 0, 1_000L * second, 100_000));
      roundAt(second);
    }
    assertThat(priority("job_1")).isNegative();
  }

  @Test
  void oneThatGetsNothingSinceItIsLastStaysLastAndIsTriedAgain() {
    Harness real = withPolicy(20_000_000L, 900_000_000L);
    double stopped = 0;
    double done = 0;
    for (int tenth = 0; tenth < 1_200; tenth++) {
      real.at(tenth / 10.0).round();
      double rate = rate(real, 3, "job_2>B");
      stopped += rate == 0 ? 0.1 : 0;
      done += rate / 10;
      real.progress(3, "job_2", "B", (long) done, 0, 0);
    }
    assertThat(real.events("bundle-idle")).hasSize(1);
    assertThat(stopped).as("seconds, of 120").isBetween(9.0, 25.0);
  }
}
