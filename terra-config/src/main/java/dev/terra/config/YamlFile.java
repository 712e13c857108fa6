package dev.terra.config;

import dev.terra.core.failure.Failures;
import java.nio.file.Path;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Compose;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;

/** Reads a file that holds one YAML document in UTF-8. A byte order mark is accepted; a second document is an error. */
public final class YamlFile {
  private YamlFile() {
  }

  /**
   * Returns the value that a file contains.
   *
   * @param maxBytes the largest file that is read
   * @throws ConfigException if the file cannot be read or is not valid YAML
   */
  public static YamlValue read(Path file, long maxBytes) {
    return parse(file, TextFile.read(file, maxBytes));
  }

  /**
   * Returns the value that the text of a file contains.
   *
   * @throws ConfigException if the text is not valid YAML
   */
  public static YamlValue parse(Path file, String text) {
    LoadSettings settings = LoadSettings.builder().setLabel(file.toString()).build();
    try {
      return new Compose(settings).composeString(text)
          .map(node -> new YamlValue(file, "the file", node))
          .orElseThrow(() -> new ConfigException(file, 0, "is empty; expected keys and values"));
    } catch (MarkedYamlEngineException e) {
      int line = e.getProblemMark().map(mark -> mark.getLine() + 1).orElse(0);
      throw new ConfigException(file, line, "is no valid YAML: " + oneLine(e.getProblem()));
    } catch (YamlEngineException e) {
      throw new ConfigException(file, 0, "is no valid YAML: " + Failures.inWords(e));
    }
  }

  private static String oneLine(String text) {
    return text.replace('\n', ' ');
  }
}
