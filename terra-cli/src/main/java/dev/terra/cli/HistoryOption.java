package dev.terra.cli;

import dev.terra.cli.operate.Home;
import dev.terra.controller.ControllerServer;
import dev.terra.core.failure.Failures;
import dev.terra.history.ControllerSession;
import dev.terra.history.HistoryRecorder;
import dev.terra.history.store.HistoryException;
import dev.terra.history.store.HistoryStore;
import dev.terra.history.store.Retention;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** {@code --history} and {@code --history-size}: whether, where and how much of its past a controller stores. */
final class HistoryOption {
  private static final Logger LOG = LoggerFactory.getLogger(HistoryOption.class);
  private static final String OFF = "off";
  private static final long MEGABYTE = 1 << 20;

  @Option(names = "--history", paramLabel = "DIR|off",
      description = "the folder in which events, rounds, use of links, ended shuffles and operators' actions are kept; "
          + "default: .terra/history in the user's home")
  private @Nullable String folder;

  @Option(names = "--history-size", paramLabel = "MB", defaultValue = "256",
      description = "the largest size of the history, 8 to 100000; the oldest entries are deleted first; default ${DEFAULT-VALUE}")
  private int megabytes;

  /** Starts to record what a controller does; whatever is wrong with the store, the controller runs. */
  Optional<HistoryRecorder> start(ControllerServer server, ControllerSession session, Clock clock) {
    if (OFF.equals(folder)) {
      return Optional.empty();
    }
    Optional<Path> place = folder();
    if (place.isEmpty()) {
      LOG.warn("no history is kept: the user has no home folder; set HOME, or --history DIR");
      return Optional.empty();
    }
    String wan = server.views().current().wan().replaceAll("[^A-Za-z0-9._-]", "_").toLowerCase(Locale.ROOT);
    Path file = place.get().resolve(wan + "-" + server.port() + ".db");
    try {
      HistoryStore store = HistoryStore.open(file, Retention.within(megabytes * MEGABYTE), clock.millis());
      LOG.info("history is kept in {}", file);
      restore(server, store);
      return Optional.of(HistoryRecorder.start(server.views(), server::recurring, store, session, clock));
    } catch (HistoryException e) {
      LOG.warn("no history is kept: {}", Failures.inWords(e));
    } catch (RuntimeException | LinkageError e) {
      LOG.warn("no history is kept: SQLite does not work here; it needs a temporary folder (java.io.tmpdir) that may hold programs", e);
    }
    return Optional.empty();
  }

  private static void restore(ControllerServer server, HistoryStore store) {
    try {
      server.restoreRecurring(store.reader().recurring());
    } catch (HistoryException e) {
      LOG.warn("recurring jobs begin to learn again: {}", Failures.inWords(e));
    }
  }

  /** Returns the folder for everything that outlives a controller; empty where nothing is to be stored. */
  Optional<Path> folder() {
    return OFF.equals(folder) ? Optional.empty()
        : Optional.ofNullable(folder).map(Path::of).or(() -> Home.find().map(home -> home.resolve(".terra/history")));
  }

  /** Refuses sizes that are out of range. */
  void check(picocli.CommandLine commandLine) {
    if (megabytes < Retention.LEAST_BYTES / MEGABYTE || megabytes > 100_000) {
      throw new ParameterException(commandLine, "--history-size: expected 8 to 100000, got " + megabytes);
    }
  }
}
