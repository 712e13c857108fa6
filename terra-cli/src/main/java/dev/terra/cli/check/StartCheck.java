package dev.terra.cli.check;

import java.nio.file.Path;
import java.time.Instant;
import java.util.function.Consumer;

/**
 * Reports the findings of {@code terra check --offline} about a service's file when the service starts, before it changes anything. They do
 * not keep it from starting: a full disk or a warning is no reason to stay away.
 */
public final class StartCheck {
  private StartCheck() {}

  /** Passes each finding on as a line; no other host is contacted. */
  public static void say(Path file, Consumer<String> lines) {
    new ConfigCheck(true, null, Instant.now()).of(file).forEach(finding -> lines.accept(finding.line()));
  }
}
