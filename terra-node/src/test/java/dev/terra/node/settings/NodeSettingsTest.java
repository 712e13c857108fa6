package dev.terra.node.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.common.net.InetAddresses;
import dev.terra.core.slice.Slices;
import dev.terra.node.agent.AgentAddress;
import dev.terra.node.output.Participation;
import dev.terra.node.settings.NodeSettings.Problem;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class NodeSettingsTest {
  private static Function<String, Optional<String>> source(Map<String, String> values) {
    return key -> Optional.ofNullable(values.get(key));
  }

  private static NodeSettings read(NodeEngine engine, Map<String, String> values) {
    return NodeSettings.of(engine, source(values));
  }

  @Test
  void withoutSettingsTheServiceIsStock() {
    NodeSettings hadoop = read(NodeEngine.HADOOP, Map.of());
    assertThat(hadoop.agents()).isEmpty();
    assertThat(hadoop.slices()).isEqualTo(Slices.ONE);
    assertThat(hadoop.segmentPort()).isEqualTo(13_563);
    assertThat(hadoop.address()).isEmpty();
    assertThat(hadoop.service()).isEmpty();
    assertThat(hadoop.participation()).isEqualTo(Participation.ALL);
    NodeSettings spark = read(NodeEngine.SPARK, Map.of());
    assertThat(spark.segmentPort()).isEqualTo(7_338);
    assertThat(spark.service()).isEqualTo("spark");
  }

  @Test
  void agentsAreReadInTheirOrder() {
    NodeSettings settings = read(NodeEngine.HADOOP, Map.of("terra.agents", " 10.0.0.1:7201,, agents.east:7202 ",
        "terra.agents.per.site", "3", "terra.segment.port", "0", "terra.mode", "observe"));
    assertThat(settings.agents()).containsExactly(new AgentAddress("10.0.0.1", 7201), new AgentAddress("agents.east", 7202));
    assertThat(settings.slices()).isEqualTo(new Slices(3));
    assertThat(settings.segmentPort()).isZero();
    assertThat(settings.participation().observe()).isTrue();
    assertThat(NodeSettings.agents(source(Map.of("terra.agents", "10.0.0.1:7201", "terra.segment.port", "x"))))
        .containsExactly(new AgentAddress("10.0.0.1", 7201));
  }

  @ParameterizedTest
  @CsvSource({"7400,7401", "0,0", "x,7338", "123456,7338", "65534,65535"})
  void sparksSegmentsAreOnePortAboveItsOwn(String port, int expected) {
    assertThat(read(NodeEngine.SPARK, Map.of("spark.shuffle.service.port", port)).segmentPort()).isEqualTo(expected);
  }

  @Test
  void sparksOwnKeysCountForSparkOnly() {
    Map<String, String> values = Map.of("terra.spark.segment.port", "7500", "terra.spark.address", "10.0.0.9",
        "spark.yarn.shuffle.service.metrics.namespace", "second", "terra.segment.port", "7600");
    NodeSettings spark = read(NodeEngine.SPARK, values);
    assertThat(spark.segmentPort()).isEqualTo(7_500);
    assertThat(spark.address()).hasValue(InetAddresses.forString("10.0.0.9"));
    assertThat(spark.service()).isEqualTo("spark-second");
    NodeSettings hadoop = read(NodeEngine.HADOOP, values);
    assertThat(hadoop.segmentPort()).isEqualTo(7_600);
    assertThat(hadoop.address()).isEmpty();
    assertThat(hadoop.service()).isEmpty();
  }

  private static String agents(int count) {
    return IntStream.rangeClosed(1, count).mapToObj(i -> "10.0.0." + i + ":7201").collect(Collectors.joining(","));
  }

  @Test
  void sixteenAgentsAreTheMost() {
    assertThat(read(NodeEngine.HADOOP, Map.of("terra.agents", agents(16))).agents()).hasSize(16);
    assertThatThrownBy(() -> read(NodeEngine.HADOOP, Map.of("terra.agents", agents(17))))
        .hasMessage("terra.agents: at most 16 agents, got 17");
  }

  @ParameterizedTest
  @CsvSource({"0", "65535"})
  void portsReachFromZero(int port) {
    assertThat(read(NodeEngine.HADOOP, Map.of("terra.segment.port", Integer.toString(port))).segmentPort()).isEqualTo(port);
  }

  @ParameterizedTest
  @CsvSource({"-1", "65536"})
  void otherPortsAreRefused(String port) {
    assertThatThrownBy(() -> read(NodeEngine.HADOOP, Map.of("terra.segment.port", port)))
        .hasMessage("terra.segment.port: expected a port from 0 to 65535, got " + port);
  }

  @Test
  void allThatIsWrongIsNamedByItsKey() {
    Map<String, String> wrong = Map.of("terra.agents", "nonsense", "terra.agents.per.site", "0", "terra.spark.segment.port", "many",
        "terra.spark.address", "here", "terra.mode", "off");
    List<Problem> problems = NodeSettings.problems(NodeEngine.SPARK, source(wrong));
    assertThat(problems).extracting(Problem::key).containsExactly("terra.agents", "terra.agents.per.site", "terra.spark.segment.port",
        "terra.spark.address", "terra.mode");
    assertThat(problems.get(2).text()).isEqualTo("expected a number, got 'many'");
    assertThat(problems.get(4).text()).isEqualTo("expected on or observe, got 'off'");
    assertThat(NodeSettings.problems(NodeEngine.HADOOP, source(Map.of("terra.spark.address", "here")))).isEmpty();
  }

  @ParameterizedTest
  @EnumSource
  void eachEngineNamesWhatItReads(NodeEngine engine) {
    assertThat(engine.settings()).extracting(Setting::key).contains("terra.agents", engine.segmentPortKey(), "terra.mode")
        .doesNotHaveDuplicates();
  }

  @Test
  void aSettingIsARowOfATable() {
    assertThat(new Setting("terra.x", "1", "what for").row()).isEqualTo("| `terra.x` | 1 | what for |");
  }
}
