package dev.terra.controller.core;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terra.api.v1.BundleStatus;
import dev.terra.api.v1.ShuffleStatus;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** Whatever happens, an agent that applies the differences knows exactly what the controller has planned for it. */
class DifferencePropertyTest {
  private static final List<String> SITES = List.of("A", "B", "C");

  @Property(tries = 200)
  void differencesAddUpToThePlan(@ForAll long seed) {
    Random random = new Random(seed);
    Harness harness = new Harness();
    harness.helloAll();
    long[] stream = {1, 2, 3};
    for (int step = 0; step < 60; step++) {
      harness.at(step * 0.2);
      event(harness, random, stream);
      if (random.nextInt(3) == 0) {
        harness.round();
        check(harness, stream);
      }
    }
    harness.round();
    check(harness, stream);
  }

  private static void event(Harness harness, Random random, long[] stream) {
    int who = random.nextInt(3);
    String shuffle = "job_" + random.nextInt(4);
    String site = SITES.get(random.nextInt(3));
    switch (random.nextInt(8)) {
      case 0 -> harness.produced(stream[who], shuffle, (long) random.nextInt(1000), (long) random.nextInt(1000));
      case 1 -> harness.placed(stream[who], shuffle, random.nextInt(2), site);
      case 2 -> harness.progress(stream[who], shuffle, site, random.nextInt(1000), random.nextInt(10), random.nextInt(2));
      case 3 -> harness.tunnel(stream[who], random.nextBoolean(), SITES.get(who), SITES.get((who + 1) % 3));
      case 4 -> {
        stream[who] += 3;
        harness.hello(stream[who], SITES.get(who));
      }
      case 5 -> harness.state.streamEnded(stream[who], "gone", harness.nowNanos);
      case 6 -> harness.tick();
      default -> harness.alive(stream[who]);
    }
    if (harness.status().getAgents(who).getAlive()) {
      return;
    }
    stream[who] += 3;
    harness.hello(stream[who], SITES.get(who));
  }

  private static void check(Harness harness, long[] stream) {
    for (int who = 0; who < 3; who++) {
      if (harness.status().getAgents(who).getAlive()) {
        assertThat(withoutWaiting(harness.ratesOf(stream[who]))).isEqualTo(planned(harness, SITES.get(who)));
      }
    }
  }

  private static Map<String, Map<String, Double>> withoutWaiting(Map<String, Map<String, Double>> rates) {
    Map<String, Map<String, Double>> some = new TreeMap<>(rates);
    some.values().removeIf(Map::isEmpty);
    return some;
  }

  private static Map<String, Map<String, Double>> planned(Harness harness, String site) {
    Map<String, Map<String, Double>> planned = new TreeMap<>();
    for (ShuffleStatus shuffle : harness.status().getShufflesList()) {
      for (BundleStatus bundle : shuffle.getBundlesList()) {
        if (bundle.getFrom().equals(site) && bundle.getRatesCount() > 0) {
          Map<String, Double> rates = planned.computeIfAbsent(shuffle.getId() + ">" + bundle.getTo(), key -> new TreeMap<>());
          bundle.getRatesList().forEach(rate ->
              rates.put(String.join("-", rate.getPath().getSitesList()), rate.getBytesPerSecond()));
        }
      }
    }
    return planned;
  }
}
