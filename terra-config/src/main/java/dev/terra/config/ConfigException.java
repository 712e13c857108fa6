package dev.terra.config;

import java.nio.file.Path;
import java.util.Optional;

/**
 * The failure that a file or a setting cannot be used. The message is one line that names the file, the line or the key, and what was
 * expected.
 */
public final class ConfigException extends RuntimeException {
  /** The exit code of a service that cannot use its configuration: EX_CONFIG of sysexits.h. Starting the service again changes nothing. */
  public static final int EXIT_CODE = 78;
  private static final long serialVersionUID = 1L;

  private final String key;

  private ConfigException(String key, String message) {
    super(message);
    this.key = key;
  }

  /** Creates an exception with a message of one line. */
  public ConfigException(String message) {
    this("", message);
  }

  /** Creates an exception for a problem at a line of a file; line 0 stands for the whole file. */
  public ConfigException(Path file, int line, String problem) {
    this("", place(file, line) + problem);
  }

  /**
   * Returns an exception for a problem with the value of a key, without the file of the key.
   *
   * @param key the key with the keys above it, such as {@code spool.memoryBytes}
   */
  public static ConfigException ofKey(String key, String problem) {
    return new ConfigException(key, key + ": " + problem);
  }

  /** Returns this problem with the file and the line of its key; line 0 stands for the whole file. */
  ConfigException at(Path file, int line) {
    return new ConfigException(key, place(file, line) + getMessage());
  }

  private static String place(Path file, int line) {
    return file + (line > 0 ? ":" + line : "") + ": ";
  }

  /** Returns the key whose value is the problem, if it is known. */
  public Optional<String> key() {
    return key.isEmpty() ? Optional.empty() : Optional.of(key);
  }
}
