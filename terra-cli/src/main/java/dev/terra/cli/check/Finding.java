package dev.terra.cli.check;

import dev.terra.core.view.Severity;
import java.nio.file.Path;
import java.util.Locale;

/**
 * Something about a configuration or its host that an operator should look at.
 *
 * @param file in which it is put right, or what else it is about, such as {@code kernel}
 * @param key of the file, with those above it; empty: the file as a whole
 * @param problem what is wrong
 * @param cure what to type
 */
public record Finding(Severity severity, String file, String key, String problem, String cure) {
  /** Terra does not work like that. */
  static Finding error(Path file, String key, String problem, String cure) {
    return new Finding(Severity.ERROR, file.toString(), key, problem, cure);
  }

  /** Terra works, though not as well or as safely as it could. */
  static Finding warning(Path file, String key, String problem, String cure) {
    return new Finding(Severity.WARNING, file.toString(), key, problem, cure);
  }

  /** Whether Terra does not work like that. */
  public boolean isError() {
    return severity == Severity.ERROR;
  }

  /** In one line. */
  public String line() {
    String place = key.isEmpty() ? file : file + ": " + key;
    return (severity.name().toLowerCase(Locale.ROOT) + ": " + place + ": " + problem + ". To mend: " + cure).replace('\n', ' ');
  }
}
