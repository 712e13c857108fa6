package dev.terra.testbed.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terra.testbed.ContainerRoom;
import dev.terra.testbed.Installation;
import dev.terra.testbed.hadoop.ClassArchive;
import dev.terra.testbed.hadoop.NodeAdditions;
import dev.terra.testbed.state.StateDirectory;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class SparkConfigTest {
  private static final Path HOME = Path.of("/terra");
  private static final SparkRuntime RUNTIME = new SparkRuntime(HOME, SparkVersion.V3_5);
  private static final Installation INSTALLATION = Installation.inSourceTree(HOME);
  private static final ClassArchive CLASSES =
      new ClassArchive(new StateDirectory(Path.of("/state")), "spark", List.of(RUNTIME.jars()), RUNTIME.archive("classes"));

  private static Map<String, String> defaults(Map<String, String> more) {
    return SparkConfig.defaults(RUNTIME, 3, CLASSES, Path.of("/state/events"), more).lines().map(line -> line.split(" ", 2))
        .collect(Collectors.toMap(pair -> pair[0], pair -> pair[1]));
  }

  @Test
  void twoJobsAtOnceFitTheNodes() {
    assertThat(2 * SparkConfig.megabytesPerNode()).isLessThan(ContainerRoom.DEFAULT_NODE_MEGABYTES);
  }

  @Test
  void onlyTerrasPluginTellsTheConfigurationsApart() {
    Map<String, String> stock = defaults(Map.of());
    Map<String, String> terra = defaults(SparkConfig.terraPlugin(RUNTIME, INSTALLATION));
    assertThat(stock).doesNotContainKey("spark.plugins");
    assertThat(terra).containsKey("spark.plugins");
    assertThat(terra.keySet().stream().filter(key -> !terra.get(key).equals(stock.get(key))))
        .containsExactlyInAnyOrder("spark.plugins", "spark.driver.extraClassPath", "spark.executor.extraClassPath");
    assertThat(terra.get("spark.executor.extraClassPath")).as("or no archive of classes fits")
        .startsWith(stock.get("spark.executor.extraClassPath"));
  }

  @Test
  void reducersGoAnywhereAlikeWithBothShuffles() {
    assertThat(defaults(Map.of())).as("or each run has a placement of its own")
        .containsEntry("spark.shuffle.reduceLocality.enabled", "false");
  }

  @Test
  void bothServicesAreSparkShuffleAtTheSamePort() {
    NodeAdditions stock = SparkConfig.stockService(RUNTIME);
    NodeAdditions terra = SparkConfig.terraService(RUNTIME, INSTALLATION);
    assertThat(terra.properties().keySet()).isEqualTo(stock.properties().keySet());
    assertThat(terra.properties().keySet().stream().filter(key -> !terra.properties().get(key).equals(stock.properties().get(key))))
        .containsExactlyInAnyOrder("yarn.nodemanager.aux-services.spark_shuffle.class",
            "yarn.nodemanager.aux-services.spark_shuffle.classpath");
    assertThat(defaults(Map.of())).containsEntry("spark.shuffle.service.port", stock.properties().get("spark.shuffle.service.port"));
  }

  @Test
  void versionsHaveNamesThatPeopleUse() {
    assertThat(SparkVersion.ofLine("3.5")).contains(SparkVersion.V3_5);
    assertThat(SparkVersion.ofLine("4.x")).contains(SparkVersion.V4_1);
    assertThat(SparkVersion.ofLine("2.4")).isEmpty();
  }
}
