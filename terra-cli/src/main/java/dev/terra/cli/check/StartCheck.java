package dev.terra.cli.check;

import java.nio.file.Path;
import java.time.Instant;
import java.util.function.Consumer;

/**
 * What {@code terra check --offline} says of a service's file, said by the service when it starts and before it changes anything.
 * Whether it starts all the same it finds out by trying: a full disk or a warning is no reason to stay away.
 */
public final class StartCheck {
  private StartCheck() {}

  /** Says each finding in a line; no other host is asked. */
  public static void say(Path file, Consumer<String> lines) {
    new ConfigCheck(true, null, Instant.now()).of(file).forEach(finding -> lines.accept(finding.line()));
  }
}
