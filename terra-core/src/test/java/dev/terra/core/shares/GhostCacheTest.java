package dev.terra.core.shares;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.SplittableRandom;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class GhostCacheTest {
  private static final int TICK = 100;

  /** Simulates a whole cache of a size in bytes, and returns how many of the reads hit. */
  private static long hits(long size, int[] keys, int[] bytes) {
    LinkedHashMap<Integer, Integer> cache = new LinkedHashMap<>(16, .75f, true);
    long used = 0;
    long hits = 0;
    for (int key : keys) {
      if (cache.get(key) != null) {
        hits++;
      } else {
        cache.put(key, bytes[key]);
        used += bytes[key];
      }
      for (var oldest = cache.entrySet().iterator(); used > size && oldest.hasNext();) {
        used -= oldest.next().getValue();
        oldest.remove();
      }
    }
    return hits;
  }

  @Property(tries = 100)
  void withAllKeysTheCurveIsThatOfTheCache(@ForAll @IntRange(min = 2, max = 200) int keys, @ForAll long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    int[] bytes = random.ints(keys, 1, 60).toArray();
    int[] reads = random.ints(4_000, 0, keys).map(i -> Math.min(i, random.nextInt(keys))).toArray();
    GhostCache ghost = new GhostCache(seed, 0, TICK, 40);
    for (int key : reads) {
      ghost.read(key, bytes[key]);
    }
    for (int tick = 1; tick <= 40; tick++) {
      double expected = 1 - (double) hits((long) tick * TICK, reads, bytes) / reads.length;
      assertThat(ghost.curve().at((long) tick * TICK)).isCloseTo(expected, within(1e-9));
    }
  }

  @Test
  void aSampleIsNear() {
    SplittableRandom random = new SplittableRandom(3);
    GhostCache sampled = new GhostCache(1, 2, 100_000, 100);
    GhostCache exact = new GhostCache(1, 0, 100_000, 100);
    for (int i = 0; i < 800_000; i++) {
      long key = (long) (100_000 * Math.pow(random.nextDouble(), 2));
      sampled.read(key, 100);
      exact.read(key, 100);
    }
    for (int i = 1; i <= 100; i++) {
      assertThat(sampled.curve().at(i * 100_000L)).isCloseTo(exact.curve().at(i * 100_000L), within(.02));
    }
  }

  @Test
  void onlyReadsOfThePeriodAreCounted() {
    GhostCache ghost = new GhostCache(1, 0, TICK, 4);
    ghost.touch(1, 50);
    ghost.read(2, 50);
    ghost.startPeriod();
    assertThat(ghost.curve().at(TICK)).isEqualTo(1);
    ghost.read(1, 50);
    assertThat(ghost.reads()).isEqualTo(1);
    assertThat(ghost.curve().at(TICK)).isZero();
  }

  @Test
  void olderPeriodsFade() {
    GhostCache ghost = new GhostCache(1, 0, TICK, 4);
    for (int i = 0; i < 64; i++) {
      ghost.read(i, 10);
    }
    ghost.fade();
    for (int i = 0; i < 32; i++) {
      ghost.read(63, 10);
    }
    assertThat(ghost.curve().at(TICK)).isCloseTo(.5, within(.01));
  }

  private static long hash(long i) {
    return i * 0x9e3779b97f4a7c15L;
  }

  @Test
  void theStackIsBoundedAndForgetsTheOldest() {
    RecencyStack stack = new RecencyStack(1_000, 50);
    for (int i = 0; i < 100_000; i++) {
      stack.touch(hash(i), 10);
    }
    assertThat(stack.size()).isEqualTo(50);
    assertThat(stack.touch(hash(99_999), 30)).isEqualTo(10);
    assertThat(stack.touch(hash(99_990), 10)).isEqualTo(120);
    assertThat(stack.touch(7, 10)).isZero();
    assertThat(stack.size()).isEqualTo(50);
  }

  @Test
  void saltRaisesTheCurveToOneAtMost() {
    MissRatioCurve curve = MissRatioCurve.of(List.of(10L, 20L), List.of(.995, .5)).salted(.01);
    assertThat(curve.at(10)).isEqualTo(1);
    assertThat(curve.at(20)).isEqualTo(.51);
    assertThat(curve.at(15)).isCloseTo(.755, within(1e-12));
    assertThat(curve.at(5)).isEqualTo(1);
    assertThat(curve.at(1_000)).isEqualTo(.51);
  }
}
