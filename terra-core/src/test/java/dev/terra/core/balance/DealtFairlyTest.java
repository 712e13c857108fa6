package dev.terra.core.balance;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.ImmutableMap;
import java.util.Arrays;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests that members which serve alike all get work, whatever they have reported before. */
class DealtFairlyTest {
  private static final double SERVED = 36e6;

  private static double[] equal(int members, double bytesPerSecond) {
    return LongStream.generate(() -> 0).limit(members).mapToDouble(none -> bytesPerSecond).toArray();
  }

  private static DealtWork work(BalanceKind kind) {
    return new DealtWork(DealtWork.Learned.nothing(kind.first()));
  }

  /** Returns what is learned from work during which two members report nothing, since their machine is busy. */
  private static DealtWork.Learned learnedWhileTwoAreSilent(BalanceKind kind) {
    DealtGroup busy = new DealtGroup(equal(4, 5 * SERVED));
    busy.silent = member -> member % 2 == 0 && busy.seconds() < 10;
    return busy.run(work(kind), LongStream.of(DealtGroup.zipf(8)).map(bytes -> bytes / 4).toArray());
  }

  @ParameterizedTest
  @EnumSource(names = {"PREQUAL", "MALCOLM"})
  void oneThatToldNothingOfOtherWorkGetsItsPart(BalanceKind kind) {
    DealtGroup group = new DealtGroup(equal(4, SERVED));
    group.run(new DealtWork(learnedWhileTwoAreSilent(kind)), DealtGroup.zipf(8));
    assertThat(LongStream.of(group.given())).as("a quarter of 4 GB each").allMatch(bytes -> bytes > 800_000_000);
    assertThat(group.lastOverMean()).isLessThan(1.15);
  }

  @Property(tries = 300)
  void allGetWorkHoweverTheyComeAndTell(@ForAll @LongRange(min = 0, max = 1L << 40) long seed,
      @ForAll @IntRange(min = 2, max = 8) int members) {
    Random random = new Random(seed);
    double[] before = IntStream.range(0, members).mapToDouble(i -> SERVED * Math.pow(5, 2 * random.nextDouble() - 1)).toArray();
    DealtWork.Learned learned = run(random, new DealtGroup(before), work(BalanceKind.PREQUAL), 1);
    DealtGroup group = new DealtGroup(equal(members, SERVED));
    run(random, group, new DealtWork(learned), 4);
    assertThat(LongStream.of(group.given())).as("its part is 1/%s of 4 GB", members).allMatch(bytes -> bytes > 0.5 * 4e9 / members);
    assertThat(group.lastOverMean()).isLessThan(1.15);
  }

  /** Agents that had whole cores for earlier work may have only parts of a core for later work. */
  @Property(tries = 300)
  void noneIsTheLastForLongWhateverItServedOfOtherWork(@ForAll @LongRange(min = 0, max = 1L << 40) long seed,
      @ForAll @IntRange(min = 2, max = 8) int members) {
    Random random = new Random(seed);
    double[] rates = IntStream.range(0, members).mapToDouble(i -> SERVED * Math.pow(5, random.nextDouble() - 0.5)).toArray();
    Map<Integer, Double> before = IntStream.range(0, members).boxed()
        .collect(Collectors.toMap(i -> i, i -> Math.pow(10, 6 + 4 * random.nextDouble())));
    DealtGroup group = new DealtGroup(rates);
    group.random = random;
    group.noise = 0.2;
    group.lateSteps = random.nextInt(3);
    group.run(new DealtWork(new DealtWork.Learned(BalanceKind.PREQUAL.first(), ImmutableMap.copyOf(before))), DealtGroup.zipf(8));
    assertThat(group.lastSeconds()).isLessThan(1.6 * 4e9 / Arrays.stream(rates).sum());
  }

  /** Runs work on members that join within 2 s, report late, and from time to time report nothing for up to 1.5 s. */
  private static DealtWork.Learned run(Random random, DealtGroup group, DealtWork work, int gigabytes) {
    group.random = random;
    group.noise = 0.2;
    group.lateSteps = random.nextInt(3);
    Arrays.setAll(group.joinsSeconds, i -> i == 0 ? 0 : 2 * random.nextDouble());
    double[] silentUntil = new double[group.rates.length];
    group.silent = member -> {
      if (random.nextInt(100) == 0) {
        silentUntil[member] = group.seconds() + 1.5 * random.nextDouble();
      }
      return group.seconds() < silentUntil[member];
    };
    return group.run(work, LongStream.of(DealtGroup.zipf(8)).map(bytes -> bytes * gigabytes / 4).toArray());
  }
}
