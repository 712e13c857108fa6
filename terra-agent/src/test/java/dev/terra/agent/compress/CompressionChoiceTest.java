package dev.terra.agent.compress;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import java.util.function.LongFunction;
import java.util.stream.DoubleStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Compares the choice, on a link in virtual time, with all fixed shares of a sweep. */
class CompressionChoiceTest {
  private static final double SECONDS = 20;
  /** The virtual seconds of a link on which nothing is chosen: such a link is in its steady state at once. */
  private static final double STEADY_SECONDS = 5;
  /** A machine with 0.15 cores for compressing, beside a sender that has cores of its own. */
  private static final ModelledLink.Machine BUDGET = new ModelledLink.Machine(.15, 4, 3.3, 0);
  /** A machine with 0.15 cores for all work of the agent, as where many agents share a machine. */
  private static final ModelledLink.Machine SHARED = new ModelledLink.Machine(1, .15, 3.3, 9.2);
  /** A machine with as many cores as {@link #SHARED}, where compressing a byte takes about as long as sending one. */
  private static final ModelledLink.Machine SLOW = new ModelledLink.Machine(1, .15, 9, 9.2);

  private static double raw(ModelledLink.Machine machine, double rate, double ratio) {
    return ModelledLink.fixed(machine, 0).of(rate, ratio).run(SECONDS);
  }

  private static double best(ModelledLink.Machine machine, double rate, double ratio) {
    return DoubleStream.iterate(0, share -> share <= 1.001, share -> share + .05)
        .map(share -> ModelledLink.fixed(machine, share).of(rate, ratio).run(STEADY_SECONDS)).max().orElseThrow();
  }

  private record Run(double first, double second, double rest) {
    private static Run of(ModelledLink link) {
      return new Run(link.run(1), link.run(1), link.run(SECONDS));
    }

    private double mean() {
      return (first + second + SECONDS * rest) / (SECONDS + 2);
    }
  }

  private static Run chosen(ModelledLink.Machine machine, double rate, double ratio) {
    return Run.of(ModelledLink.chosen(machine, new CompressionChoice(1)).of(rate, ratio));
  }

  @ParameterizedTest
  @CsvSource({"2.5e6, 1", "2.5e6, 2", "2.5e6, 4", "12.5e6, 1", "12.5e6, 2", "12.5e6, 4", "125e6, 1", "125e6, 2", "125e6, 4"})
  void withABudgetItIsNearTheBestShareWithinASecond(double rate, double ratio) {
    double best = best(BUDGET, rate, ratio);
    Run run = chosen(BUDGET, rate, ratio);
    assertThat(run.mean()).as("beside raw").isGreaterThan(.98 * raw(BUDGET, rate, ratio));
    assertThat(run.second).as("after a second, of " + best).isGreaterThan(.88 * best);
    assertThat(run.rest).as("then, of " + best).isGreaterThan(.88 * best);
  }

  /** On such a machine sending takes longest, and compressing either takes time from it or saves it some. */
  @ParameterizedTest
  @CsvSource({"2.5e6, 1", "2.5e6, 2", "2.5e6, 4", "12.5e6, 1", "12.5e6, 2", "12.5e6, 4", "125e6, 1", "125e6, 2", "125e6, 4"})
  void onAMachineThatIsFullyUsedItIsNotSlowerThanRaw(double rate, double ratio) {
    assertThat(chosen(SHARED, rate, ratio).mean()).isGreaterThan(.98 * raw(SHARED, rate, ratio));
    assertThat(chosen(SLOW, rate, ratio).mean()).as("slow").isGreaterThan(.98 * raw(SLOW, rate, ratio));
  }

  @Test
  void aChangeOfTheRateOrTheRatioIsFollowedWithinASecond() {
    ModelledLink link = ModelledLink.chosen(BUDGET, new CompressionChoice(1));
    assertFollowed(link, 2.5e6, 2);
    assertFollowed(link, 125e6, 2);
    assertFollowed(link, 12.5e6, 4);
    assertFollowed(link, 2.5e6, 4);
    assertFollowed(link, 125e6, 4);
  }

  /**
   * It takes eight chunks to notice that bytes have stopped shrinking, and a chunk that is tried again to notice that they shrink again.
   */
  @Test
  void whatDoesNotShrinkForAWhileIsLeftAndTriedAgain() {
    ModelledLink link = ModelledLink.chosen(BUDGET, new CompressionChoice(1)).of(2.5e6, 4);
    link.run(2);
    assertThat(link.of(2.5e6, 1).run(1)).isGreaterThan(.98 * 2.5e6);
    link.of(2.5e6, 4).run(5);
    assertThat(link.run(3)).isGreaterThan(.88 * 10e6);
  }

  /** Without this, no step is ever measured, and no trial ends. */
  @Test
  void aPlannedRateThatComesAndGoesBeginsNoStep() {
    CompressionChoice choice = new CompressionChoice(1);
    choice.planned(2e6, 0);
    int step = choice.step();
    long turnNanos = 200_000_000;
    for (int turn = 1; turn < 20; turn++) {
      choice.planned(turn % 2 == 0 ? 2e6 : 1.5e6, turn * turnNanos);
      assertThat(choice.step()).isEqualTo(step);
    }
    choice.planned(1.5e6, 22 * turnNanos);
    assertThat(choice.step()).as("it has stood").isEqualTo(step + 1);
  }

  /** This holds whatever the share is. While one chunk waits for a thread, no further one is tried. */
  @Test
  void oneShortBlockIsTriedAgainAtATime() {
    CompressionChoice choice = new CompressionChoice(0);
    for (int chunk = 0; chunk < Shrinking.MOST_FRUITLESS; chunk++) {
      choice.begun();
      choice.ended(100_000, 100_000, 0);
    }
    assertThat(choice.mostBytes(100_000, 0)).isEqualTo(100_000);
    assertThat(choice.chooseNext(0)).isFalse();
    long dueNanos = Shrinking.PAUSE_NANOS;
    assertThat(choice.mostBytes(100_000, dueNanos)).isLessThan(20_000);
    assertThat(choice.chooseNext(dueNanos)).isTrue();
    assertThat(choice.mostBytes(100_000, dueNanos)).isEqualTo(100_000);
    assertThat(choice.chooseNext(dueNanos)).isFalse();
    assertThat(choice.chooseNext(2 * dueNanos)).as("the other one was not tried").isTrue();
  }

  /**
   * Most chunks are late by up to half their time, and some by many times that. The next ones make up for it, so the link is the
   * bottleneck.
   */
  @Test
  void unevenStepsOfASlowLinkCostLittle() {
    CompressionChoice choice = new CompressionChoice(1);
    Random random = new Random(1);
    double rate = 2.5e6;
    int wire = 50_000;
    double sent = 0;
    long dueNanos = 0;
    while (dueNanos < SECONDS * 1e9) {
      int step = choice.step();
      int block = (int) (wire * choice.blockRatio());
      boolean compressed = choice.chooseNext(dueNanos);
      if (compressed) {
        choice.begun();
        choice.ended(block, block / 4, dueNanos);
      }
      sent += block;
      for (int left = block; left > 0; left -= compressed ? block : wire) {
        int plain = compressed ? block : Math.min(left, wire);
        int onLink = compressed ? block / 4 : plain;
        dueNanos += Math.round(onLink / rate * 1e9);
        long lateNanos = random.nextInt(50) == 0 ? 150_000_000 : random.nextInt(10_000_000);
        choice.sent(new SentChunk(plain, onLink), step, rate, dueNanos + lateNanos);
      }
    }
    assertThat(sent / SECONDS).isGreaterThan(.94 * 4 * rate);
  }

  /**
   * Cores that vary make every step look different. The raw rate and the rate with the best share are measured on the same varying cores.
   */
  @ParameterizedTest
  @CsvSource({"2.4e6, 2, 8", "2.4e6, 4, 8", "14.4e6, 2, 8", "14.4e6, 4, 8", "120e6, 2, 2.8", "120e6, 4, 2.8"})
  void unevenCoresDoNotMisleadIt(double rate, double ratio, double sendNanos) {
    ModelledLink.Machine machine = new ModelledLink.Machine(1, .15, 6, sendNanos);
    double chosen = uneven(seed -> ModelledLink.chosen(machine, new CompressionChoice(1)), rate, ratio);
    double raw = uneven(seed -> ModelledLink.fixed(machine, 0), rate, ratio);
    double best = DoubleStream.of(.25, .5, .75, 1)
        .map(share -> uneven(seed -> ModelledLink.chosen(machine, CompressionChoice.fixed(share)), rate, ratio)).max().orElseThrow();
    assertThat(chosen).as("of %.1f MB/s", Math.max(raw, best) / 1e6).isGreaterThan(.86 * Math.max(raw, best));
  }

  /** Where a core sends a byte in half the time in which it compresses one, a share of a few hundredths already costs throughput. */
  @ParameterizedTest
  @CsvSource({"2", "4"})
  void whereCompressingTakesLongerThanSendingItIsSeldomTried(double ratio) {
    ModelledLink.Machine machine = new ModelledLink.Machine(1, .15, 5, 2.3);
    double chosen = 0;
    double raw = 0;
    for (int seed = 0; seed < 16; seed++) {
      ModelledLink with = ModelledLink.chosen(machine, new CompressionChoice(1)).uneven(seed).of(125e6, ratio);
      ModelledLink without = ModelledLink.fixed(machine, 0).uneven(seed).of(125e6, ratio);
      with.run(1.5);
      without.run(1.5);
      chosen += with.run(6);
      raw += without.run(6);
    }
    assertThat(chosen).as("of %.1f MB/s", raw / 16e6).isGreaterThan(.97 * raw);
  }

  private static double uneven(LongFunction<ModelledLink> link, double rate, double ratio) {
    return LongStream.range(0, 8).mapToDouble(seed -> link.apply(seed).uneven(seed).of(rate, ratio).run(6)).average().orElseThrow();
  }

  private static void assertFollowed(ModelledLink link, double rate, double ratio) {
    link.of(rate, ratio).run(1);
    double best = best(BUDGET, rate, ratio);
    assertThat(link.run(3)).as("at %.1f MB/s and a ratio of %.0f, where %.2f MB/s are possible", rate / 1e6, ratio, best / 1e6)
        .isGreaterThan(.88 * best);
  }
}
