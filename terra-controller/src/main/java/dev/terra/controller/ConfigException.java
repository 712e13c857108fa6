package dev.terra.controller;

/** A configuration that cannot be used. The message says which key and what was expected. */
public final class ConfigException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** A problem, for people. */
  public ConfigException(String problem) {
    super(problem);
  }
}
