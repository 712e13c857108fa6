package dev.terra.agent.config;

/** A configuration that cannot be used. The message is one line that names the file, the key and what was expected. */
public final class ConfigException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** A problem, in one line. */
  public ConfigException(String message) {
    super(message);
  }
}
