package dev.terra.dist;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.terra.agent.config.AgentConfig;
import dev.terra.agent.config.AgentConfigFile;
import dev.terra.config.ConfigException;
import dev.terra.config.Key;
import dev.terra.controller.ControllerConfig;
import java.io.IOException;
import java.lang.reflect.RecordComponent;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests that templates contain every key, and load once they are filled in, but not before. */
class ConfigTemplateTest {
  @TempDir
  private Path folder;

  @BeforeEach
  void topology() throws IOException {
    Files.writeString(folder.resolve("topology.yaml"), filled(Files.readString(Path.of("src/main/conf/topology.yaml.template"))));
  }

  private static String filled(String template) {
    return template.replace("@WAN@", "wan").replace("@SITE@", "HK").replace("@NEIGHBOUR@", "LA").replace("@NAME@", "HK-1")
        .replace("@SUBNET@", "10.1.0.0/16").replace("@NEIGHBOUR_SUBNET@", "10.2.0.0/16").replace("@CONTROLLER@", "10.2.0.1")
        .replace("@ADDRESS@", "10.1.0.1").replace("@REMOTE@", "10.2.0.1");
  }

  private Path write(String text) throws IOException {
    return Files.writeString(folder.resolve("config.yaml"), text);
  }

  private static String uncommented(String template) {
    return template.replaceAll("(?m)^#([a-zA-Z]+: )", "$1");
  }

  private static Stream<RecordComponent> keys(Class<? extends Record> keys) {
    return Stream.of(keys.getRecordComponents());
  }

  @Test
  void everyKeyStandsThereWithItsDefault() {
    assertThat(keys(AgentConfigFile.keys())).allSatisfy(key -> assertHas(ConfigTemplate.agent(AgentConfigFile.keys()), key));
    assertThat(keys(ControllerConfig.keys())).allSatisfy(key -> assertHas(ConfigTemplate.controller(ControllerConfig.keys()), key));
  }

  private static void assertHas(String template, RecordComponent key) {
    String otherwise = key.getAnnotation(Key.class).otherwise().replace("`", "");
    assertThat(template).containsPattern("(?m)^#?" + key.getName() + ": \\S");
    assertThat(template.replace("\n# ", " ")).contains(otherwise.isEmpty() ? ". Needed." : "Default: " + otherwise + ".");
  }

  @Test
  void theAgentsLoadsOnceItIsFilledIn() throws IOException {
    AgentConfig config = AgentConfigFile.load(write(filled(ConfigTemplate.agent(AgentConfigFile.keys()))));

    assertThat(config.tls()).isPresent();
    assertThat(config.neighbours()).hasSize(1);
    assertThat(config.tunnelPort()).isEqualTo(7200);
  }

  @Test
  void theControllersLoadsOnceItIsFilledIn() throws IOException {
    ControllerConfig config = ControllerConfig.load(write(filled(ConfigTemplate.controller(ControllerConfig.keys()))));

    assertThat(config.tls()).isPresent();
    assertThat(config.listen()).isEqualTo("10.1.0.1:7100");
  }

  @Test
  void whatIsCommentedOutLoadsToo() throws IOException {
    AgentConfig agent = AgentConfigFile.load(write(uncommented(filled(ConfigTemplate.agent(AgentConfigFile.keys())))));
    assertThat(agent.spool().diskBytes()).isEqualTo(1L << 30);

    ControllerConfig controller = ControllerConfig.load(write(uncommented(filled(ConfigTemplate.controller(ControllerConfig.keys())))));
    assertThat(controller.queues()).containsKeys("etl", "urgent");
  }

  @Test
  void aTemplateIsNoConfiguration() throws IOException {
    Path file = write(ConfigTemplate.agent(AgentConfigFile.keys()));

    assertThatThrownBy(() -> AgentConfigFile.load(file)).isInstanceOf(ConfigException.class).hasMessageContaining("config.yaml");
  }
}
