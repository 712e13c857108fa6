package dev.terra.config;

import java.nio.file.Path;
import java.util.Optional;

/** A file or a setting that cannot be used. The message is one line that names the file, the line or the key, and what was expected. */
public final class ConfigException extends RuntimeException {
  /** With which a service ends that cannot use its configuration: sysexits.h's EX_CONFIG. To start it again changes nothing. */
  public static final int EXIT_CODE = 78;
  private static final long serialVersionUID = 1L;

  private final String key;

  private ConfigException(String key, String message) {
    super(message);
    this.key = key;
  }

  /** A problem, in one line. */
  public ConfigException(String message) {
    this("", message);
  }

  /** A problem at a line of a file; line 0 stands for the file as a whole. */
  public ConfigException(Path file, int line, String problem) {
    this("", place(file, line) + problem);
  }

  /**
   * A problem with the value of a key, whatever file it came from.
   *
   * @param key with the keys above it, such as {@code spool.memoryBytes}
   */
  public static ConfigException ofKey(String key, String problem) {
    return new ConfigException(key, key + ": " + problem);
  }

  /** This problem with the file and the line of its key; line 0 stands for the file as a whole. */
  ConfigException at(Path file, int line) {
    return new ConfigException(key, place(file, line) + getMessage());
  }

  private static String place(Path file, int line) {
    return file + (line > 0 ? ":" + line : "") + ": ";
  }

  /** The key whose value is the problem, if it is known. */
  public Optional<String> key() {
    return key.isEmpty() ? Optional.empty() : Optional.of(key);
  }
}
