package dev.terra.cli.operate;

import java.time.DateTimeException;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options that choose shuffles by the time at which they ended. */
final class PeriodOptions {
  @Option(names = "--from", paramLabel = "TIME",
      description = "only shuffles that ended at this time or later, or that are running; such as 2026-01-31T00:00:00Z")
  private @Nullable String from;

  @Option(names = "--to", paramLabel = "TIME", description = "only shuffles that ended before this time")
  private @Nullable String to;

  /**
   * Adds the given options to the parameters of a request.
   *
   * @throws RestFailure if they are not a period
   */
  void putInto(Map<String, String> query) throws RestFailure {
    Instant begin = time("--from", from);
    Instant end = time("--to", to);
    if (begin != null && end != null && !begin.isBefore(end)) {
      throw new RestFailure(ExitCode.USAGE, "--from: expected a time before --to " + to + ", got " + from);
    }
    RestCommand.put(query, "from", from);
    RestCommand.put(query, "to", to);
  }

  private static @Nullable Instant time(String option, @Nullable String text) throws RestFailure {
    try {
      return text == null ? null : Instant.parse(text);
    } catch (DateTimeException e) {
      throw new RestFailure(ExitCode.USAGE, option + ": expected a time such as 2026-01-31T12:00:00Z, got " + text);
    }
  }
}
