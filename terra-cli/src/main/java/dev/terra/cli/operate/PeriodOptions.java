package dev.terra.cli.operate;

import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options that choose shuffles by when they ended. */
final class PeriodOptions {
  @Option(names = "--from", paramLabel = "TIME",
      description = "only shuffles that ended at this time or later, or run; such as 2026-01-31T00:00:00Z")
  private @Nullable String from;

  @Option(names = "--to", paramLabel = "TIME", description = "only shuffles that ended before this time")
  private @Nullable String to;

  /** Adds what was given to the parameters of a question. */
  void putInto(Map<String, String> query) {
    RestCommand.put(query, "from", from);
    RestCommand.put(query, "to", to);
  }
}
