package dev.terra.core.shares;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;

/** Tests of the stack against a list that does the same slowly, and of samples of few keys. */
class RecencyStackTest {
  private record Touched(long key, long size) {}

  private static final class SlowStack {
    private final List<Touched> all = new ArrayList<>();
    private final long mostBytes;
    private final int mostKeys;

    SlowStack(long mostBytes, int mostKeys) {
      this.mostBytes = mostBytes;
      this.mostKeys = mostKeys;
    }

    long touch(long key, long size) {
      int at = IntStream.range(0, all.size()).filter(i -> all.get(i).key == key).findFirst().orElse(all.size());
      long distance = bytes(at);
      if (at < all.size()) {
        all.remove(at);
      }
      all.add(new Touched(key, Math.max(1, size)));
      while (all.size() > 1 && (bytes(0) > mostBytes || all.size() > mostKeys)) {
        all.remove(0);
      }
      return distance;
    }

    private long bytes(int from) {
      return all.subList(from, all.size()).stream().mapToLong(Touched::size).sum();
    }
  }

  /** Returns keys whose places in the table are equal, adjacent, or far apart. */
  private static long key(int number) {
    return ((long) (number % 5) << 40) + ((long) (number / 5) << 17) + number;
  }

  @Property(tries = 20)
  void itKnowsWhatAListKnows(@ForAll @IntRange(min = 1, max = 90) int keys, @ForAll @IntRange(min = 1, max = 60) int mostKeys,
      @ForAll @LongRange(min = 1, max = 900) long mostBytes, @ForAll long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    RecencyStack stack = new RecencyStack(mostBytes, mostKeys);
    SlowStack slow = new SlowStack(mostBytes, mostKeys);
    for (int i = 0; i < 3_000; i++) {
      long key = key(random.nextInt(keys));
      long size = random.nextLong(-1, 29);
      assertThat(stack.touch(key, size)).isEqualTo(slow.touch(key, size));
      assertThat(stack.size()).isEqualTo(slow.all.size());
    }
  }

  @Test
  void itGrowsWithItsKeys() {
    RecencyStack stack = new RecencyStack(Long.MAX_VALUE, 10_000);
    for (int round = 0; round < 3; round++) {
      for (int i = 0; i < 2_500; i++) {
        assertThat(stack.touch(key(i), 2)).isEqualTo(round == 0 ? 0 : 5_000);
      }
    }
    assertThat(stack.size()).isEqualTo(2_500);
  }

  /** Returns the curve at some sizes after a hundred reads of one key. The sample has one of four keys. */
  private static List<Double> ratios(long key, boolean touched, int bytes) {
    GhostCache ghost = new GhostCache(1, 2, 100, 3);
    if (touched) {
      ghost.touch(key, bytes);
    }
    for (int i = 0; i < 100; i++) {
      ghost.read(key, bytes);
    }
    assertThat(ghost.reads()).isEqualTo(100);
    return List.of(ghost.curve().at(100), ghost.curve().at(200), ghost.curve().at(300));
  }

  @Test
  void whatTheSampleHasTooManyReadsOfCountsAsFewerHits() {
    int sampled = 0;
    for (long key = 0; key < 200; key++) {
      boolean isSampled = ratios(key, false, 25).get(0) > 0;
      sampled += isSampled ? 1 : 0;
      double once = isSampled ? .04 : 0;
      assertThat(ratios(key, false, 25)).as("the first of 25 misses").allSatisfy(ratio -> assertThat(ratio).isCloseTo(once, within(1e-9)));
      assertThat(ratios(key, true, 25)).as("it was there").allSatisfy(ratio -> assertThat(ratio).isCloseTo(0, within(1e-9)));
      assertThat(ratios(key, false, 26).get(0)).as("26 bytes stand for 104").isEqualTo(isSampled ? 1 : 0);
      assertThat(ratios(key, false, 26).get(1)).isCloseTo(once, within(1e-9));
    }
    assertThat(sampled).isBetween(30, 70);
  }

  @Test
  void whatFadesCountsHalf() {
    GhostCache ghost = new GhostCache(1, 0, 100, 2);
    for (int i = 0; i < 8; i++) {
      ghost.read(1, 10);
    }
    ghost.read(2, 10);
    ghost.read(3, 10);
    ghost.fade();
    assertThat(ghost.reads()).isEqualTo(5);
    assertThat(ghost.curve().at(100)).as("3 hits of 5").isCloseTo(.4, within(1e-9));
  }

  @Test
  void wrongGhostsAreRefused() {
    assertThat(new GhostCache(1, 16, 1, 1).curve().at(1)).isEqualTo(1);
    assertThatThrownBy(() -> new GhostCache(1, 17, 1, 1)).hasMessageContaining("sample");
    assertThatThrownBy(() -> new GhostCache(1, -1, 1, 1)).hasMessageContaining("sample");
    assertThatThrownBy(() -> new GhostCache(1, 0, 0, 1)).hasMessageContaining("tick");
    assertThatThrownBy(() -> new GhostCache(1, 0, 1, 0)).hasMessageContaining("ticks");
  }
}
