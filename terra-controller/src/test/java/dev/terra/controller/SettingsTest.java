package dev.terra.controller;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.terra.controller.core.ControllerSettings;
import dev.terra.core.shuffle.ShuffleId;
import dev.terra.core.wan.Site;
import dev.terra.core.wan.SiteId;
import dev.terra.core.wan.Wan;
import dev.terra.schedule.Allocation;
import dev.terra.schedule.BundleDemand;
import dev.terra.schedule.PathRate;
import dev.terra.schedule.Scheduler;
import dev.terra.schedule.ShuffleAllocation;
import dev.terra.schedule.ShuffleDemand;
import dev.terra.schedule.path.PathRules;
import dev.terra.topology.Topologies;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class SettingsTest {
  @Test
  void noShuffleIsPlannedToEndWithinTheLongestRoundTripOfTheWan() {
    Wan triangle = Topologies.load(Path.of("../topologies/triangle.yaml"));
    ControllerSettings settings =
        Settings.of(new ControllerConfig("triangle", "127.0.0.1:0", "terra-plus", 10, 1.0, 0, 5000), triangle, 1);
    List<ShuffleDemand> both = List.of(shuffle("short", 1e3), shuffle("long", 1e9));
    List<ShuffleAllocation> given =
        settings.schedulers().create(triangle, PathRules.defaults()).schedule(triangle, both, 0).shuffles();
    double bytesPerSecond = given.stream().filter(one -> one.id().value().equals("short")).flatMap(one -> one.bundles().stream())
        .flatMap(bundle -> bundle.rates().stream()).mapToDouble(PathRate::bytesPerSecond).sum();
    assertThat(bytesPerSecond).as("A and B are 20 ms apart, there and back").isCloseTo(1e3 / 0.02, within(1.0));
  }

  /** Without this, bundles that progress a little unequally would change their paths in every round. */
  @Test
  void aShuffleStaysOnItsPaths() {
    Wan swan = Topologies.load(Path.of("../topologies/swan.yaml"));
    Scheduler scheduler = Settings.of(new ControllerConfig("swan", "127.0.0.1:0", "terra-plus", 10, 1.0, 0, 5000), swan, 1)
        .schedulers().create(swan, PathRules.defaults());
    Random random = new Random(1);
    Map<dev.terra.core.wan.Path, Double> before = rates(scheduler.schedule(swan, List.of(allToAll(swan, random)), 0));
    for (int round = 1; round < 10; round++) {
      Map<dev.terra.core.wan.Path, Double> now = rates(scheduler.schedule(swan, List.of(allToAll(swan, random)), round));
      double less = before.entrySet().stream()
          .mapToDouble(rate -> Math.max(0, rate.getValue() - now.getOrDefault(rate.getKey(), 0.0))).sum();
      assertThat(less / now.values().stream().mapToDouble(Double::doubleValue).sum()).as("round %d", round).isLessThan(0.01);
      before = now;
    }
  }

  private static Map<dev.terra.core.wan.Path, Double> rates(Allocation schedule) {
    return schedule.shuffles().stream().flatMap(shuffle -> shuffle.bundles().stream()).flatMap(bundle -> bundle.rates().stream())
        .collect(Collectors.toMap(PathRate::path, PathRate::bytesPerSecond));
  }

  private static ShuffleDemand allToAll(Wan wan, Random random) {
    List<SiteId> sites = wan.sites().stream().map(Site::id).toList();
    return ShuffleDemand.of(new ShuffleId("all"), 0, sites.stream().flatMap(from -> sites.stream().filter(to -> !to.equals(from))
        .map(to -> new BundleDemand(from, to, 1e9 * (1 + 0.002 * random.nextDouble())))).toList());
  }

  private static ShuffleDemand shuffle(String id, double bytes) {
    return ShuffleDemand.of(new ShuffleId(id), 0, List.of(new BundleDemand(new SiteId("A"), new SiteId("B"), bytes)));
  }
}
