package dev.terra.agent.compress;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Tests agents with 0.15 cores by a quota of the kernel's, in virtual time: how far the chosen share is from sending raw and from the best
 * fixed share, and how soon the rate settles when the ratio, the planned rate or the cores change.
 */
class CompressionChangeTest {
  private static final double CORES = .15;
  private static final double SLOW = 2.4e6;
  private static final double MIDDLE = 14.4e6;
  private static final double FAST = 120e6;
  private static final double WINDOW_SECONDS = .5;
  private static final double PARTS = 5;
  private static final double WITHIN = .12;
  /**
   * The part of the windows that have to be near the steady rate. A trial of uncompressed chunks is a slow window and belongs to the steady
   * state.
   */
  private static final double MOST_WINDOWS = .9;
  private static final double BEFORE_SECONDS = 3;
  private static final int WINDOWS = 16;

  /** The processor time that agents need to compress and to send bytes. */
  private enum Costs {
    /** Sending is cheap, compressing is not, and the regular work of an agent takes a third of its cores. */
    CHEAP_TO_SEND(11, 1.4, .055, 10_000_000L),
    /** Sending takes longer than compressing, and a period of the quota has the kernel's usual length. */
    DEAR_TO_SEND(5, 8, 0, 100_000_000L);

    private final double compressNanos;
    private final double sendNanos;
    private final double otherCores;
    private final long periodNanos;

    Costs(double compressNanos, double sendNanos, double otherCores, long periodNanos) {
      this.compressNanos = compressNanos;
      this.sendNanos = sendNanos;
      this.otherCores = otherCores;
      this.periodNanos = periodNanos;
    }

    private ModelledLink.Machine machine() {
      return new ModelledLink.Machine(1, 1, compressNanos, sendNanos);
    }

    private ModelledLink.Quota quota(double cores) {
      return new ModelledLink.Quota(periodNanos, cores, otherCores);
    }

    private ModelledLink link(CompressionChoice choice) {
      return ModelledLink.chosen(machine(), choice).within(quota(CORES));
    }

    private double fixed(double share, double cores, double rate, double ratio) {
      ModelledLink link = ModelledLink.chosen(machine(), CompressionChoice.fixed(share)).within(quota(cores)).of(rate, ratio);
      link.run(1);
      return link.run(3);
    }

    private double best(double cores, double rate, double ratio) {
      return DoubleStream.of(0, .15, .3, .45, .6, .75, 1).map(share -> fixed(share, cores, rate, ratio)).max().orElseThrow();
    }

    private double best(double rate, double ratio) {
      return best(CORES, rate, ratio);
    }
  }

  private static Stream<Arguments> cases() {
    return Stream.of(Costs.values()).flatMap(costs -> DoubleStream.of(SLOW, MIDDLE, FAST).boxed().flatMap(rate ->
        DoubleStream.of(1, 2, 4).mapToObj(ratio -> Arguments.of(costs, rate, ratio))));
  }

  @ParameterizedTest
  @MethodSource("cases")
  void itIsNearTheBestFixedShareAndNeverBelowRaw(Costs costs, double rate, double ratio) {
    ModelledLink link = costs.link(new CompressionChoice(1)).of(rate, ratio);
    link.run(1.5);
    double steady = link.run(12);
    assertThat(steady).as("beside raw").isGreaterThan(.98 * costs.fixed(0, CORES, rate, ratio));
    assertThat(steady).as("beside the best share").isGreaterThan(.88 * costs.best(rate, ratio));
  }

  @ParameterizedTest
  @EnumSource
  void aChangeOfTheRatioIsFollowedWithinASecond(Costs costs) {
    ModelledLink link = costs.link(new CompressionChoice(1)).of(MIDDLE, 1);
    link.run(BEFORE_SECONDS);
    assertSettles(link.of(MIDDLE, 4), costs.best(MIDDLE, 4));
    assertSettles(link.of(MIDDLE, 1), costs.best(MIDDLE, 1));
  }

  @ParameterizedTest
  @EnumSource
  void aChangeOfThePlannedRateIsFollowedWithinASecond(Costs costs) {
    ModelledLink link = costs.link(new CompressionChoice(1)).of(SLOW, 2);
    link.run(BEFORE_SECONDS);
    assertSettles(link.of(FAST, 2), costs.best(FAST, 2));
    assertSettles(link.of(SLOW, 2), costs.best(SLOW, 2));
  }

  @ParameterizedTest
  @EnumSource
  void aChangeOfTheCoresIsFollowedWithinASecond(Costs costs) {
    ModelledLink link = costs.link(new CompressionChoice(1)).of(MIDDLE, 2);
    link.run(BEFORE_SECONDS);
    assertSettles(link.within(costs.quota(2 * CORES)), costs.best(2 * CORES, MIDDLE, 2));
    assertSettles(link.within(costs.quota(CORES)), costs.best(MIDDLE, 2));
  }

  /** Planned rates follow the noise of links, and the capacity that other bundles to the site leave comes and goes. */
  @ParameterizedTest
  @MethodSource("cases")
  void aPlannedRateThatComesAndGoesDoesNotKeepItFromTheBestShare(Costs costs, double rate, double ratio) {
    for (Flapping flapping : List.of(new Flapping(rate, .2, .75 * rate, .2), new Flapping(rate, .18, rate / 4, .02))) {
      double best = DoubleStream.of(0, .15, .3, .45, .6, .75, 1)
          .map(share -> flapping.run(costs.link(CompressionChoice.fixed(share)), ratio)).max().orElseThrow();
      for (double first : new double[] {.08, 1}) {
        assertThat(flapping.run(costs.link(new CompressionChoice(first)), ratio)).as("from %.2f, %s", first, flapping)
            .isGreaterThan(.88 * best);
      }
    }
  }

  /** Two planned rates that alternate, each for its own time. */
  private record Flapping(double one, double oneSeconds, double other, double otherSeconds) {
    /** Returns the rate after the first seconds. */
    private double run(ModelledLink link, double ratio) {
      run(link, ratio, BEFORE_SECONDS);
      return run(link, ratio, 2 * BEFORE_SECONDS);
    }

    private double run(ModelledLink link, double ratio, double seconds) {
      double bytes = 0;
      for (double at = 0; at < seconds; at += oneSeconds + otherSeconds) {
        bytes += link.of(one, ratio).run(oneSeconds) * oneSeconds + link.of(other, ratio).run(otherSeconds) * otherSeconds;
      }
      return bytes / seconds;
    }
  }

  private static void assertSettles(ModelledLink link, double best) {
    List<Double> parts = new ArrayList<>();
    for (int part = 0; part < WINDOWS * PARTS; part++) {
      parts.add(link.run(WINDOW_SECONDS / PARTS));
    }
    double steady = mean(parts.subList(parts.size() / 2, parts.size()));
    assertThat(steady).as("steady, where %.2f MB/s are possible", best / 1e6).isGreaterThan(.88 * best);
    int last = (int) (PARTS / WINDOW_SECONDS);
    assertThat(firstSettled(parts, steady)).as("settled within a second: begin of the first window of %s", parts).isLessThanOrEqualTo(last);
  }

  /** Returns the number of the first part from which on nearly all windows are as fast as the steady rate. */
  private static int firstSettled(List<Double> parts, double steady) {
    List<Boolean> windows = new ArrayList<>();
    for (int from = 0; from + PARTS <= parts.size(); from++) {
      windows.add(Math.abs(mean(parts.subList(from, from + (int) PARTS)) - steady) <= WITHIN * steady);
    }
    for (int from = 0; from < windows.size(); from++) {
      List<Boolean> rest = windows.subList(from, windows.size());
      if (rest.get(0) && rest.stream().filter(is -> is).count() >= MOST_WINDOWS * rest.size()) {
        return from;
      }
    }
    return windows.size();
  }

  private static double mean(List<Double> rates) {
    return rates.stream().mapToDouble(rate -> rate).average().orElseThrow();
  }
}
