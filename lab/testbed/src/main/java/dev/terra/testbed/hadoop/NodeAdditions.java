package dev.terra.testbed.hadoop;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.terra.testbed.ShuffleMode;
import dev.terra.testbed.TestbedException;
import dev.terra.testbed.state.StateDirectory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * What NodeManagers have besides the testbed's own configuration, such as another engine's shuffle service.
 *
 * @param properties of their {@code yarn-site.xml}; they replace those of the same name
 * @param classPath jars and folders, after the NodeManager's own
 */
public record NodeAdditions(Map<String, String> properties, List<String> classPath) {
  /** Nothing. */
  public static final NodeAdditions NONE = new NodeAdditions(Map.of(), List.of());

  private static final ObjectMapper JSON = new ObjectMapper();

  /** Copies both. */
  public NodeAdditions {
    properties = Map.copyOf(properties);
    classPath = List.copyOf(classPath);
  }

  /** These and further properties, which replace those of the same name. */
  public NodeAdditions plus(Map<String, String> more) {
    Map<String, String> all = new HashMap<>(properties);
    all.putAll(more);
    return new NodeAdditions(all, classPath);
  }

  /** What NodeManagers with a shuffle have. */
  static NodeAdditions load(StateDirectory directory, ShuffleMode mode) {
    Path file = directory.file(fileName(mode));
    try {
      return Files.exists(file) ? JSON.readValue(file.toFile(), NodeAdditions.class) : NONE;
    } catch (IOException e) {
      throw new TestbedException(file + " cannot be read: " + e.getMessage(), e);
    }
  }

  /** NodeManagers with a shuffle have these from their next start on. */
  public void save(StateDirectory directory, ShuffleMode mode) {
    try {
      directory.write(fileName(mode), JSON.writeValueAsString(this));
    } catch (IOException e) {
      throw new TestbedException("what NodeManagers have besides cannot be written: " + e.getMessage(), e);
    }
  }

  private static String fileName(ShuffleMode mode) {
    return "node-additions-" + mode.name().toLowerCase(Locale.ROOT) + ".json";
  }
}
