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

/**
 * Tests that, after any events, an agent which has applied the differences has exactly the rates that the controller has planned for it.
 */
class DifferencePropertyTest {
  private static final List<String> SITES = List.of("A", "B", "C");

  @Property(tries = 80)
  void differencesAddUpToThePlan(@ForAll long seed) {
    RandomLife life = new RandomLife(new Random(seed));
    for (int step = 0; step < 60; step++) {
      if (life.step()) {
        check(life);
      }
    }
    life.harness().round();
    check(life);
  }

  private static void check(RandomLife life) {
    Harness harness = life.harness();
    for (int who = 0; who < 3; who++) {
      if (harness.status().getAgents(who).getAlive()) {
        assertThat(withoutWaiting(harness.ratesOf(life.stream(who)))).isEqualTo(planned(harness, SITES.get(who)));
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
