package dev.terra.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class ConfigExceptionTest {
  private static final Path FILE = Path.of("conf/agent.yaml");

  @Test
  void theMessageNamesTheFileAndTheLineWhereThereIsOne() {
    assertThat(new ConfigException("no home")).hasMessage("no home");
    assertThat(new ConfigException(FILE, 0, "no such file")).hasMessage("conf/agent.yaml: no such file");
    assertThat(new ConfigException(FILE, 7, "is no valid YAML")).hasMessage("conf/agent.yaml:7: is no valid YAML");
  }

  @Test
  void theKeyGoesWithTheProblemToItsPlace() {
    ConfigException problem = ConfigException.ofKey("spool.memoryBytes", "expected at least 1");

    assertThat(problem.key()).hasValue("spool.memoryBytes");
    assertThat(problem.at(FILE, 3)).hasMessage("conf/agent.yaml:3: spool.memoryBytes: expected at least 1");
    assertThat(problem.at(FILE, 3).key()).hasValue("spool.memoryBytes");
    assertThat(problem.at(FILE, 0)).hasMessage("conf/agent.yaml: spool.memoryBytes: expected at least 1");
  }

  @Test
  void aProblemWithoutAKeyHasNone() {
    assertThat(new ConfigException("no home").key()).isEmpty();
    assertThat(new ConfigException(FILE, 1, "empty").key()).isEmpty();
  }
}
