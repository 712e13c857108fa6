package dev.terra.reproduce.hare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.google.common.collect.ImmutableList;
import dev.terra.core.shares.Allotment;
import dev.terra.core.shares.GhostCache;
import dev.terra.reproduce.event.Clock;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class StoreModelTest {
  private final SplittableRandom random = new SplittableRandom(5);

  @Test
  void ranksFollowTheirProbabilities() {
    for (double theta : new double[] {0, .6, .99, 1.3}) {
      ZipfRanks ranks = new ZipfRanks(20, theta);
      int[] counts = new int[20];
      for (int i = 0; i < 200_000; i++) {
        counts[ranks.draw(random)]++;
      }
      double[] expected = ranks.probabilities();
      for (int i = 0; i < 20; i++) {
        assertThat(counts[i] / 200_000.).isCloseTo(expected[i], within(.005));
      }
    }
  }

  @Test
  void theCacheEvictsTheLeastRecentlyUsed() {
    LruKeys cache = new LruKeys(30, 10);
    LinkedHashMap<Integer, Boolean> model = new LinkedHashMap<>(16, .75f, true);
    for (int i = 0; i < 20_000; i++) {
      int capacity = 3 + i / 100 % 15;
      int key = Math.min(random.nextInt(30), random.nextInt(30));
      cache.resize(capacity);
      while (model.size() > capacity) {
        model.remove(model.keySet().iterator().next());
      }
      assertThat(cache.touch(key)).isEqualTo(model.put(key, true) != null);
      if (model.size() > capacity) {
        model.remove(model.keySet().iterator().next());
      }
      assertThat(cache.size()).isEqualTo(model.size());
    }
  }

  @Test
  void whatAStoreBeginsWithIsWhatItHasLater() {
    TenantLoad load = new TenantLoad(5_000, 500, .05, .9, 20);
    TenantLoad points = TenantLoad.points(5_000, 500, .2);
    for (TenantLoad one : new TenantLoad[] {load, points}) {
      double first = missRatio(one, 0, 200_000);
      double later = missRatio(one, 1_000_000, 200_000);
      assertThat(first).isCloseTo(later, within(.01));
    }
  }

  /** Returns the miss ratio of a cache for a third of the keys, after some reads. */
  private double missRatio(TenantLoad load, int before, int reads) {
    KeySpace keys = new KeySpace(load, 3);
    LruKeys cache = new LruKeys(load.keys(), load.keys() / 3);
    Arrays.stream(keys.byAge(random)).forEach(cache::addOldest);
    int misses = 0;
    for (int i = 0; i < before + reads;) {
      int key = keys.draw(random);
      int length = random.nextDouble() < load.writes() ? 1 : 1 + random.nextInt(load.scan());
      for (int j = 0; j < length; j++, i++) {
        boolean hit = cache.touch(keys.behind(key, j));
        misses += i >= before && !hit ? 1 : 0;
      }
    }
    return (double) misses / reads;
  }

  @Test
  void theScarcestRateBoundsTheThroughput() {
    TenantLoad load = TenantLoad.points(10_000, 500, .5);
    assertThat(throughput(load, new Allotment(5_500_000, ImmutableList.of(1e6, 100., 1e9)))).isCloseTo(200, within(6.));
    assertThat(throughput(load, new Allotment(0, ImmutableList.of(100., 1e6, 1e9)))).isCloseTo(200, within(6.));
    assertThat(throughput(load, new Allotment(0, ImmutableList.of(1e6, 1e6, 103_200.)))).isCloseTo(100, within(4.));
  }

  private static double throughput(TenantLoad load, Allotment allotment) {
    Clock clock = new Clock();
    TenantStore store = new TenantStore(clock, load, load.keys(), new TenantStore.Begin(allotment, new GhostCache(1, 0, 1_000, 8), 1));
    clock.runWhile(() -> clock.now() < 3e12);
    store.takeCounts();
    clock.runWhile(() -> clock.now() < 43e12);
    return store.takeCounts().requests() / 40.;
  }
}
