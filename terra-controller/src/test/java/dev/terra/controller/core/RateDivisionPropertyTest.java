package dev.terra.controller.core;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terra.core.slice.Slices;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.constraints.Size;

/** Tests how one bundle's rate is divided among three agents of a site, after each of them has sent any number of bytes. */
class RateDivisionPropertyTest {
  private static final int AGENTS = 3;
  private static final long BYTES = 1_000_000_000;
  private static final double RATE = Harness.CAPACITY / 8;

  private Harness harness;

  private void join() {
    harness = new Harness(new Slices(AGENTS));
    for (int slice = 0; slice < AGENTS; slice++) {
      Long[] produced = {0L, 0L, 0L};
      produced[slice] = BYTES;
      harness.hello(1 + slice, "A", "a" + slice, slice);
      harness.produced(1 + slice, "job", produced);
    }
    harness.hello(9, "B", "b", 0);
    IntStream.range(0, AGENTS).forEach(reducer -> harness.placed(9, "job", reducer, "B"));
  }

  private double rate(int slice) {
    return harness.ratesOf(1 + slice).getOrDefault("job>B", Map.of()).values().stream().mapToDouble(Double::doubleValue).sum();
  }

  /** Shares that have hardly changed since the last division are kept. */
  @Property(tries = 100)
  void whoHasAnythingGetsItsPartAndTheSumIsThePlan(
      @ForAll @Size(min = 1, max = 4) List<@Size(AGENTS) List<@LongRange(min = 0, max = BYTES) Long>> steps) {
    join();
    for (List<Long> sent : steps) {
      IntStream.range(0, AGENTS).forEach(slice -> harness.progress(1 + slice, "job", "B", sent.get(slice), 0, 0));
      harness.round();
      double left = sent.stream().mapToDouble(bytes -> BYTES - bytes).sum();
      double sum = IntStream.range(0, AGENTS).mapToDouble(this::rate).sum();
      assertThat(sum).isLessThanOrEqualTo(RATE);
      for (int slice = 0; left > 0 && slice < AGENTS; slice++) {
        double own = BYTES - sent.get(slice);
        assertThat(rate(slice) / RATE).as("the part of agent %d, with %s left", slice, own).isBetween(
            own == 0 ? 0 : own / left - 0.03, own == 0 ? 0 : own / left + 0.03);
      }
      assertThat(sum).isGreaterThanOrEqualTo(left > 0 ? RATE - AGENTS : 0);
    }
  }
}
