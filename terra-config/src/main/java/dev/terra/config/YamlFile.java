package dev.terra.config;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Compose;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;

/** Reads a file that holds one YAML document in UTF-8. A byte order mark is accepted; a second document is an error. */
public final class YamlFile {
  private static final String BYTE_ORDER_MARK = "\uFEFF";

  private YamlFile() {
  }

  /**
   * The value that a file holds.
   *
   * @param maxBytes the largest file that is read
   * @throws ConfigException if the file cannot be read or is no YAML
   */
  public static YamlValue read(Path file, long maxBytes) {
    return parse(file, text(file, maxBytes));
  }

  /**
   * The value that the text of a file holds.
   *
   * @throws ConfigException if it is no YAML
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
      throw new ConfigException(file, 0, "is no valid YAML: " + oneLine(e.getMessage()));
    }
  }

  private static String oneLine(String text) {
    return text.replace('\n', ' ');
  }

  /**
   * The text of a file, without its byte order mark.
   *
   * @param maxBytes the largest file that is read
   * @throws ConfigException if the file cannot be read, is larger or no UTF-8
   */
  public static String text(Path file, long maxBytes) {
    try {
      if (!Files.isRegularFile(file)) {
        throw new ConfigException(file, 0, "no such file");
      }
      if (Files.size(file) > maxBytes) {
        throw new ConfigException(file, 0, "expected at most " + maxBytes + " bytes, got " + Files.size(file));
      }
      String text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(Files.readAllBytes(file))).toString();
      return text.startsWith(BYTE_ORDER_MARK) ? text.substring(1) : text;
    } catch (CharacterCodingException e) {
      throw new ConfigException(file, 0, "is not UTF-8 text");
    } catch (IOException e) {
      throw new ConfigException(file, 0, "cannot be read: " + e.getMessage());
    }
  }
}
