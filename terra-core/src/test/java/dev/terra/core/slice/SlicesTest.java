package dev.terra.core.slice;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.terra.core.shuffle.ShuffleId;
import dev.terra.core.wan.SiteId;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.constraints.Size;

class SlicesTest {
  @Property
  void neighbouringPartitionsAreSpreadEvenly(@ForAll @IntRange(min = 1, max = Slices.MOST) int count, @ForAll int name,
      @ForAll @IntRange(min = 0, max = Integer.MAX_VALUE - Slices.MOST) int first) {
    Slices slices = new Slices(count);
    ShuffleId shuffle = new ShuffleId("job_" + name);
    assertThat(IntStream.range(first, first + count).map(partition -> slices.of(shuffle, partition)).boxed().collect(Collectors.toSet()))
        .isEqualTo(IntStream.range(0, count).boxed().collect(Collectors.toSet()));
    assertThat(slices.of(shuffle, 0)).isEqualTo(slices.of(shuffle)).isBetween(0, count - 1);
  }

  @Example
  void countsAndNumbersOutOfRangeAreRefused() {
    assertThatIllegalArgumentException().isThrownBy(() -> new Slices(0)).withMessageContaining("1 to 16 agents");
    assertThatIllegalArgumentException().isThrownBy(() -> new Slices(17)).withMessageContaining("got 17");
    SiteId site = new SiteId("A");
    assertThatIllegalArgumentException().isThrownBy(() -> new SliceId(site, 17)).withMessageContaining("slice of A");
    assertThatIllegalArgumentException().isThrownBy(() -> new SliceId(site, -1));
    assertThat(SliceId.none(site)).isGreaterThan(new SliceId(site, Slices.MOST - 1));
    assertThat(new SliceId(site, 3)).hasToString("A#3").isLessThan(new SliceId(site, 4)).isLessThan(new SliceId(new SiteId("B"), 0));
  }

  @Property
  void whoHasNothingLeftGetsNothingAndOneAloneGetsAll(@ForAll @LongRange(min = 1, max = 1L << 50) long rate,
      @ForAll @IntRange(min = 1, max = Slices.MOST) int count, @ForAll @IntRange(min = 0, max = Slices.MOST - 1) int any,
      @ForAll @LongRange(min = 1, max = 1L << 60) long bytes) {
    Map<Integer, Long> left = new LinkedHashMap<>();
    IntStream.range(0, count).forEach(slice -> left.put(slice, slice == any % count ? bytes : 0));
    assertThat(SliceShares.of(rate, left)).allSatisfy((slice, part) -> assertThat(part).isEqualTo(slice == any % count ? rate : 0));
  }

  /** The parts together never exceed the rate, are at most one byte per slice below it, and are in proportion to the remaining bytes. */
  @Property
  void partsOfARateAddUp(@ForAll @LongRange(min = 0, max = 1L << 50) long rate,
      @ForAll @Size(min = 1, max = Slices.MOST) List<@LongRange(min = 0, max = 1L << 60) Long> left) {
    Map<Integer, Long> bySlice = new LinkedHashMap<>();
    left.forEach(bytes -> bySlice.put(bySlice.size(), bytes));
    Map<Integer, Long> parts = SliceShares.of(rate, bySlice);
    double all = left.stream().mapToDouble(Long::doubleValue).sum();
    assertThat(parts.keySet()).isEqualTo(bySlice.keySet());
    long sum = parts.values().stream().mapToLong(Long::longValue).sum();
    assertThat(sum).isBetween(rate - left.size() - (long) Math.ceil(rate * 1e-12), rate);
    parts.forEach((slice, part) -> {
      double share = all > 0 ? bySlice.get(slice) / all : 1.0 / left.size();
      assertThat(part).isBetween((long) (rate * share * (1 - 1e-12)) - 2, (long) Math.ceil(rate * share * (1 + 1e-12)));
    });
  }
}
