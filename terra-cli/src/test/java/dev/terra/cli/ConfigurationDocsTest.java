package dev.terra.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terra.agent.config.AgentConfigFile;
import dev.terra.config.Key;
import dev.terra.controller.ClassesConfig;
import dev.terra.controller.ControllerConfig;
import dev.terra.controller.RecurringConfig;
import dev.terra.controller.election.ZooKeeperConfig;
import java.io.IOException;
import java.lang.reflect.RecordComponent;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Checks that docs/use/configuration.md lists the keys of the controller's and the agent's files as their classes define them. To
 * generate the page anew, run
 * {@code mvn test -pl terra-cli -am -Dtest=ConfigurationDocsTest -Dsurefire.failIfNoSpecifiedTests=false -Dterra.docs=write}.
 */
class ConfigurationDocsTest {
  private static final Path DOCUMENT = Path.of("..", "docs", "use", "configuration.md");

  @Test
  void theControllersKeysAreListed() throws IOException {
    check("controller", ControllerConfig.keys());
    check("zookeeper", ZooKeeperConfig.Keys.class);
    check("classes", ClassesConfig.Keys.class);
    check("recurring", RecurringConfig.Keys.class);
  }

  @Test
  void theAgentsKeysAreListed() throws IOException {
    check("agent", AgentConfigFile.keys());
  }

  private static void check(String part, Class<? extends Record> keys) throws IOException {
    String text = Files.readString(DOCUMENT);
    String begin = "<!-- generated: " + part + " -->\n";
    assertThat(text).contains(begin);
    int from = text.indexOf(begin) + begin.length();
    int to = text.indexOf("<!-- end -->", from);
    String wanted = Stream.of(keys.getRecordComponents()).map(ConfigurationDocsTest::row)
        .collect(Collectors.joining("", "| key | default | meaning |\n|---|---|---|\n", ""));
    if ("write".equals(System.getProperty("terra.docs"))) {
      Files.writeString(DOCUMENT, text.substring(0, from) + wanted + text.substring(to));
    } else {
      assertThat(text.substring(from, to)).isEqualTo(wanted);
    }
  }

  private static String row(RecordComponent key) {
    Key said = key.getAnnotation(Key.class);
    String standard = said.otherwise();
    boolean isValue = standard.matches("\\S+") && !standard.equals("none");
    return "| `%s` | %s | %s |%n".formatted(key.getName(), isValue ? "`" + standard + "`" : standard, said.value());
  }
}
