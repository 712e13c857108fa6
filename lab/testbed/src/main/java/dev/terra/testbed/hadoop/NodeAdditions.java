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
 * Additions of NodeManagers to the testbed's own configuration, such as another engine's shuffle service.
 *
 * @param properties of their {@code yarn-site.xml}; they replace properties of the same name
 * @param classPath jars and folders, after the NodeManager's own
 */
public record NodeAdditions(Map<String, String> properties, List<String> classPath) {
  /** No additions. */
  public static final NodeAdditions NONE = new NodeAdditions(Map.of(), List.of());

  private static final ObjectMapper JSON = new ObjectMapper();

  /** Copies both. */
  public NodeAdditions {
    properties = Map.copyOf(properties);
    classPath = List.copyOf(classPath);
  }

  /** Returns these and further properties, which replace properties of the same name. */
  public NodeAdditions plus(Map<String, String> more) {
    Map<String, String> all = new HashMap<>(properties);
    all.putAll(more);
    return new NodeAdditions(all, classPath);
  }

  /** Returns the additions of NodeManagers with a shuffle. */
  static NodeAdditions load(StateDirectory directory, ShuffleMode mode) {
    Path file = directory.file(fileName(mode));
    try {
      return Files.exists(file) ? JSON.readValue(file.toFile(), NodeAdditions.class) : NONE;
    } catch (IOException e) {
      throw new TestbedException(file + " cannot be read: " + e.getMessage(), e);
    }
  }

  /** Stores these as the additions of NodeManagers with a shuffle, from their next start on. */
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
