package dev.terra.reproduce.malcolm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RackRunTest {
  private static final TaskTimes EXP = TaskTimes.ALL.get(0);

  private static RackRun run(Rack rack, String balancer, double load, int tasks) {
    RackRun run = new RackRun(rack, EXP, 1e-4, 1, Balancers.ALL.getOrDefault(balancer, Balancers.IDEAL_PAIR));
    double rate = load * rack.capacity(EXP);
    run.until(tasks / rate, rate);
    return run;
  }

  @Test
  void meansAreThoseOfTheirParts() {
    assertThat(TaskTimes.ALL).extracting(TaskTimes::meanMicros).containsExactly(50.0, 95.0, 275.0, 387.5);
    Random random = new Random(1);
    double sum = 0;
    for (int i = 0; i < 100_000; i++) {
      sum += TaskTimes.ALL.get(1).draw(random) / 1e6;
    }
    assertThat(sum / 100_000).isCloseTo(95, within(2.0));
  }

  @Test
  void racksHaveTheThesisCapacities() {
    assertThat(Rack.ALIKE.capacity(EXP)).isCloseTo(1_280_000, within(1.0));
    assertThat(Rack.MIXED.allWorkers()).isEqualTo(64);
    assertThat(Rack.MIXED.servers()).isEqualTo(11);
    assertThat(Rack.THREE_KINDS.allWorkers()).isEqualTo(72);
  }

  @ParameterizedTest
  @ValueSource(strings = {"hash", "power of two", "JSQ", "JBT", "least request", "prequal", "malcolm", "racksched"})
  void anIdleRackTakesTheServiceTimeAndItsMessages(String balancer) {
    RackRun run = run(Rack.ALIKE, balancer, .05, 20_000);
    assertThat(run.tailMicros(0)).as("p99 of an exponential time is 230 us").isBetween(215.0, 260.0);
    assertThat(run.ended()).isGreaterThan(19_000);
  }

  @Test
  void malcolmKeepsATailThatAHashDoesNot() {
    assertThat(run(Rack.MIXED, "hash", .8, 60_000).tailMicros(20_000)).isGreaterThan(2_000);
    assertThat(run(Rack.MIXED, "malcolm", .8, 60_000).tailMicros(20_000)).isLessThan(400);
  }

  @Test
  void ratesFollowWhatServersDo() {
    RackRun run = run(Rack.ALIKE, "malcolm", .5, 60_000);
    assertThat(run.rate(0)).isCloseTo(160_000, within(16_000.0));
    run.pace(8, .5);
    run.until(.3, .3 * Rack.ALIKE.capacity(EXP));
    assertThat(run.rate(0)).isCloseTo(80_000, within(8_000.0));
  }

  @Test
  void equalSeedsGiveEqualRuns() {
    assertThat(run(Rack.ALIKE, "malcolm", .8, 20_000).tailMicros(0)).isEqualTo(run(Rack.ALIKE, "malcolm", .8, 20_000).tailMicros(0));
  }

  @Test
  void allNamesHaveRuns() {
    assertThat(RackPaper.NAMES).hasSize(14).allSatisfy(name -> assertThat(new RackPaper(1, 10_000).of(name)).isNotNull());
  }
}
