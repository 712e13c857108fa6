package dev.terra.lab.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.InstanceOfAssertFactories.list;

import dev.terra.core.wan.Wan;
import dev.terra.lab.engine.Engine;
import dev.terra.lab.engine.EngineName;
import dev.terra.lab.engine.Engines;
import dev.terra.lab.engine.MapOutputCompression;
import dev.terra.testbed.engine.SparkVersion;
import dev.terra.topology.Topologies;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class DemoPlanTest {
  private static Wan wan(String name) {
    return Topologies.load(Path.of("../../topologies/" + name + ".yaml"));
  }

  private static double optimum(String topology, EngineName engine, double size, double scaleFactor) {
    Engine jobs = Engines.create(engine, size, scaleFactor, SparkVersion.V3_5, MapOutputCompression.OFF);
    return DemoPlan.of(wan(topology), jobs, size, Optional.empty()).gammaSeconds();
  }

  private static Engine engine(EngineName name) {
    return Engines.create(name, 1, 1, SparkVersion.V3_5, MapOutputCompression.OFF);
  }

  @Test
  void theOptimumGrowsWithSitesAndSize() {
    assertThat(optimum("triangle", EngineName.MR, 1, 1)).isCloseTo(40, within(0.1));
    assertThat(optimum("swan", EngineName.MR, 1, 1)).isCloseTo(160, within(0.1));
    assertThat(optimum("triangle", EngineName.MR, 0.5, 1)).isCloseTo(20, within(0.1));
    assertThat(optimum("triangle", EngineName.TEZ, 0.5, 1)).as("stages one after the other").isCloseTo(40, within(0.1));
  }

  @Test
  void largeTablesHaveASlowerWan() {
    assertThat(optimum("swan", EngineName.HIVE, 1, 0.1)).isCloseTo(160, within(0.1));
    assertThat(optimum("swan", EngineName.HIVE, 1, 1)).isCloseTo(640, within(0.1));
    assertThat(optimum("triangle", EngineName.HIVE, 10, 0.1)).as("size is in it already").isCloseTo(400, within(0.1));
  }

  @Test
  void verificationRunsAllJobsOfAnEngineWithinItsMemory() {
    DemoPlan mapReduce = DemoPlan.ofAll(wan("swan"), engine(EngineName.MR), 1);
    assertThat(mapReduce.jobs()).extracting(DemoJob::name)
        .containsExactly("large", "small", "word-count", "secondary-sort", "compressed", "plain");
    assertThat(mapReduce.jobsAtOnce()).isEqualTo(4);
    assertThat(DemoPlan.ofAll(wan("swan"), engine(EngineName.MR_TEXT), 1).batches()).singleElement().asInstanceOf(list(DemoJob.class))
        .extracting(DemoJob::name).containsExactly("text-large", "text-small");
    assertThat(DemoPlan.ofAll(wan("swan"), engine(EngineName.TEZ), 1).jobsAtOnce()).isEqualTo(4);
    DemoPlan hive = DemoPlan.ofAll(wan("swan"), engine(EngineName.HIVE), 1);
    assertThat(hive.jobs()).hasSize(12);
    assertThat(hive.jobsAtOnce()).as("sessions of HiveServer2").isEqualTo(2);
    assertThat(DemoPlan.of(wan("swan"), engine(EngineName.MR), 1, Optional.empty()).jobsAtOnce()).isEqualTo(2);
  }

  @Test
  void textIsAsMuchAsRows() {
    assertThat(optimum("triangle", EngineName.MR_TEXT, 1, 1)).isCloseTo(40, within(0.1));
    assertThat(engine(EngineName.MR_TEXT).jobs()).extracting(DemoJob::bytesPerSite)
        .isEqualTo(engine(EngineName.MR).jobs().stream().map(DemoJob::bytesPerSite).toList());
  }

  @Test
  void compressedMapOutputsHaveTheSameWan() {
    Engine plain = Engines.create(EngineName.MR_TEXT, 1, 1, SparkVersion.V3_5, MapOutputCompression.OFF);
    Engine compressed = Engines.create(EngineName.MR_TEXT, 1, 1, SparkVersion.V3_5, MapOutputCompression.ZSTD);
    assertThat(DemoPlan.ofAll(wan("swan"), compressed, 1)).isEqualTo(DemoPlan.ofAll(wan("swan"), plain, 1));
  }

  @Test
  void aScaleIsTakenAsItIs() {
    DemoPlan plan = DemoPlan.of(wan("triangle"), engine(EngineName.HIVE), 1, Optional.of(0.5));
    assertThat(plan.scale()).isEqualTo(0.5);
  }

  @Test
  void moreSitesThanAMachineHoldsAreRefused() {
    assertThatThrownBy(() -> optimum("att", EngineName.MR, 1, 1)).hasMessageContaining("at most 8");
  }
}
