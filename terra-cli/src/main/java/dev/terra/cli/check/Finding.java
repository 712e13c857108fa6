package dev.terra.cli.check;

import dev.terra.core.view.Severity;
import java.nio.file.Path;
import java.util.Locale;

/**
 * A problem of a configuration or its host that an operator should look at.
 *
 * @param file the file in which to correct it, or what else it is about, such as {@code kernel}
 * @param key the key in the file, with those above it; empty if the file as a whole is meant
 * @param problem what is wrong
 * @param cure what to type
 */
public record Finding(Severity severity, String file, String key, String problem, String cure) {
  /** Returns a finding with which Terra does not work. */
  static Finding error(Path file, String key, String problem, String cure) {
    return new Finding(Severity.ERROR, file.toString(), key, problem, cure);
  }

  /** Returns a finding with which Terra works, though not as well or as safely as it could. */
  static Finding warning(Path file, String key, String problem, String cure) {
    return new Finding(Severity.WARNING, file.toString(), key, problem, cure);
  }

  /** Returns whether Terra does not work with this problem. */
  public boolean isError() {
    return severity == Severity.ERROR;
  }

  /** Returns the finding in one line. */
  public String line() {
    String place = key.isEmpty() ? file : file + ": " + key;
    return (severity.name().toLowerCase(Locale.ROOT) + ": " + place + ": " + problem + ". To mend: " + cure).replace('\n', ' ');
  }
}
