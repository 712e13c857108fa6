package dev.terra.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.terra.core.slice.Slices;
import dev.terra.node.agent.AgentAddress;
import dev.terra.node.output.Participation;
import dev.terra.node.settings.NodeSettings;
import dev.terra.node.settings.NodeSettings.Place;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;

class SparkServiceSettingsTest {
  private static Configuration of(String... pairs) {
    Configuration configuration = new Configuration(false);
    for (int i = 0; i < pairs.length; i += 2) {
      configuration.set(pairs[i], pairs[i + 1]);
    }
    return configuration;
  }

  @Test
  void withoutAnyItIsOff() {
    assertThat(SparkServiceSettings.from(of())).isEqualTo(
        new NodeSettings(List.of(), Slices.ONE, new Place("spark", 7338, Optional.empty()), Participation.ALL));
  }

  @Test
  void eachIsRead() throws IOException {
    assertThat(SparkServiceSettings.from(of("terra.agents", " 10.0.0.1:7000 , 10.0.0.2:7000", "terra.spark.segment.port", "0",
        "terra.agents.per.site", "3", "terra.spark.address", "10.0.0.9"))).isEqualTo(new NodeSettings(
            List.of(AgentAddress.parse("10.0.0.1:7000"), AgentAddress.parse("10.0.0.2:7000")), new Slices(3),
            new Place("spark", 0, Optional.of(InetAddress.getByName("10.0.0.9"))), Participation.ALL));
  }

  @Test
  void twoServicesOfANodeAreToldApart() {
    NodeSettings second = SparkServiceSettings.from(of("spark.shuffle.service.port", "7447",
        "spark.yarn.shuffle.service.metrics.namespace", "sparkShuffleService-3.5"));
    assertThat(second.place()).isEqualTo(new Place("spark-sparkShuffleService-3.5", 7448, Optional.empty()));
  }

  @Test
  void aWrongOneIsNamed() {
    assertThatThrownBy(() -> SparkServiceSettings.from(of("terra.agents", "nowhere"))).hasMessageStartingWith("terra.agents: ");
    assertThatThrownBy(() -> SparkServiceSettings.from(of("terra.spark.segment.port", "70000")))
        .hasMessageStartingWith("terra.spark.segment.port: ");
    assertThatThrownBy(() -> SparkServiceSettings.from(of("terra.spark.segment.port", "x")))
        .hasMessageStartingWith("terra.spark.segment.port: ");
    assertThatThrownBy(() -> SparkServiceSettings.from(of("terra.spark.address", "b1"))).hasMessageStartingWith("terra.spark.address: ");
  }

  @Test
  void theDocsListAllOfThem() throws IOException {
    String docs = Files.readString(Path.of("..", "docs", "use", "configuration.md"));
    assertThat(SparkServiceSettings.ALL).allSatisfy(setting -> assertThat(docs).contains(setting.row()));
  }
}
