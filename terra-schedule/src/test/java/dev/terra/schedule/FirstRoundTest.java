package dev.terra.schedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.terra.core.shuffle.ShuffleId;
import dev.terra.core.wan.Path;
import dev.terra.core.wan.SiteId;
import dev.terra.core.wan.Wan;
import dev.terra.schedule.path.PathRules;
import dev.terra.schedule.path.PathSets;
import dev.terra.topology.Topologies;
import java.util.List;
import org.junit.jupiter.api.Test;

class FirstRoundTest {
  private static final SiteId A = new SiteId("A");
  private static final SiteId B = new SiteId("B");

  private final Wan wan = Topologies.load(java.nio.file.Path.of("../topologies/triangle.yaml"));
  private final PathSets paths = new PathSets(wan, PathRules.defaults());

  @Test
  void aShuffleAloneUsesBothPathsOfTheTriangle() {
    ShuffleDemand demand = ShuffleDemand.of(new ShuffleId("s"), 0, List.of(new BundleDemand(A, B, 1e9)));

    Allocation round = Schedulers.create(SchedulerConfig.of(PolicyName.TERRA_PLUS), paths).schedule(wan, List.of(demand), 0);

    ShuffleAllocation shuffle = round.shuffles().get(0);
    assertThat(shuffle.gammaSeconds()).isCloseTo(4, within(1e-6));
    assertThat(shuffle.bundles().get(0).bytesPerSecond()).isCloseTo(250e6, within(1.0));
    assertThat(paths.paths(A, B)).containsExactly(Path.of("A", "B"), Path.of("A", "C", "B"));
  }
}
