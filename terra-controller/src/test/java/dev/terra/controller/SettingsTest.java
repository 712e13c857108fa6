package dev.terra.controller;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.terra.controller.core.ControllerSettings;
import dev.terra.core.shuffle.ShuffleId;
import dev.terra.core.wan.SiteId;
import dev.terra.core.wan.Wan;
import dev.terra.schedule.BundleDemand;
import dev.terra.schedule.PathRate;
import dev.terra.schedule.ShuffleAllocation;
import dev.terra.schedule.ShuffleDemand;
import dev.terra.schedule.path.PathRules;
import dev.terra.topology.Topologies;
import java.nio.file.Path;
import java.util.List;
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

  private static ShuffleDemand shuffle(String id, double bytes) {
    return ShuffleDemand.of(new ShuffleId(id), 0, List.of(new BundleDemand(new SiteId("A"), new SiteId("B"), bytes)));
  }
}
