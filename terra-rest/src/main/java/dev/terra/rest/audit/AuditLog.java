package dev.terra.rest.audit;

import dev.terra.controller.view.ActionFigures;
import dev.terra.core.failure.Failures;
import dev.terra.rest.api.Access;
import dev.terra.rest.api.Caller;
import dev.terra.rest.api.Problem;
import dev.terra.rest.json.RestJson;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Clock;
import java.time.temporal.ChronoUnit;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The audit log: a file of JSON lines, one for each change that was made or refused. A full file is renamed to {@code NAME.1}, that
 * file to {@code NAME.2} and so on; the oldest is deleted. Refusals of callers that may not change anything go to files of their own,
 * whose name ends with {@code .refused}, so that strangers cannot displace operators' lines. It can be used by any thread.
 */
public final class AuditLog {
  private static final Logger LOG = LoggerFactory.getLogger(AuditLog.class);
  /** The size at which a file is full, in bytes. It holds some ten thousand lines. */
  static final long MOST_BYTES = 4 << 20;
  /** The number of files besides the present one. */
  static final int OLD_FILES = 4;
  /** The number of newest lines that are kept in memory for requests. */
  private static final int MOST_ROWS = 1_000;
  /** The number of newest lines, of callers that may not change anything, that are kept in memory. */
  private static final int MOST_REFUSED = 200;
  private static final String REFUSED = ".refused";
  private static final int MOST_CHARACTERS = 500;

  private final @Nullable Path file;
  private final Clock clock;
  private final Deque<AuditRow> newest = new ArrayDeque<>();
  private final Deque<AuditRow> refused = new ArrayDeque<>();

  /**
   * Creates a log.
   *
   * @param file the file of the log; if null, lines are kept only in memory
   */
  public AuditLog(@Nullable Path file, Clock clock) {
    this.file = file;
    this.clock = clock;
  }

  /** Notes an action that was carried out. */
  public void done(Caller caller, String method, String path, ActionFigures action) {
    add(row(caller, method, path, action, new Outcome(200, "done", action.reason())));
  }

  /** Notes an action that was forbidden or impossible, or whose outcome is not known yet. */
  public void refused(Caller caller, String method, String path, Problem problem) {
    add(row(caller, method, path, null,
        new Outcome(problem.status(), problem.isOutcomeUnknown() ? "unknown" : "refused", Failures.inWords(problem))));
  }

  /** The outcome: HTTP's status, a word, and details. */
  private record Outcome(int status, String word, String detail) {}

  private AuditRow row(Caller caller, String method, String path, @Nullable ActionFigures figures, Outcome outcome) {
    Optional<ActionFigures> action = Optional.ofNullable(figures);
    String detail = outcome.detail;
    return new AuditRow(clock.instant().truncatedTo(ChronoUnit.MILLIS), caller.name(), caller.access().id(), caller.remote(), method,
        path.substring(0, Math.min(MOST_CHARACTERS, path.length())), action.map(ActionFigures::kind).orElse(null),
        action.map(ActionFigures::target).orElse(null),
        action.<Map<String, String>>map(ActionFigures::before).orElse(Map.of()),
        action.<Map<String, String>>map(ActionFigures::after).orElse(Map.of()), outcome.word, outcome.status,
        detail.isEmpty() ? null : detail.substring(0, Math.min(MOST_CHARACTERS, detail.length())));
  }

  private synchronized void add(AuditRow row) {
    boolean operators = row.role().equals(Access.ADMIN.id());
    Deque<AuditRow> rows = operators ? newest : refused;
    rows.addFirst(row);
    if (rows.size() > (operators ? MOST_ROWS : MOST_REFUSED)) {
      rows.removeLast();
    }
    if (file != null) {
      write(operators ? file : file.resolveSibling(file.getFileName() + REFUSED), row);
    }
  }

  /** Returns the newest lines, newest first, of operators and of other callers. */
  public synchronized List<AuditRow> newest() {
    return Stream.concat(newest.stream(), refused.stream()).sorted(Comparator.comparing(AuditRow::at).reversed()).toList();
  }

  private static void write(Path file, AuditRow row) {
    try {
      if (Files.exists(file) && Files.size(file) >= MOST_BYTES) {
        rotate(file);
      }
      try (OutputStream out = Files.newOutputStream(file, StandardOpenOption.CREATE, StandardOpenOption.APPEND)) {
        byte[] json = RestJson.bytes(row);
        byte[] line = Arrays.copyOf(json, json.length + 1);
        line[json.length] = '\n';
        out.write(line);
      }
    } catch (IOException e) {
      LOG.error("the audit log {} cannot be written: {}; the request {} {} by {} is recorded only in this log",
          file, Failures.inWords(e), row.method(), row.path(), row.who());
    }
  }

  private static void rotate(Path file) throws IOException {
    for (int i = OLD_FILES - 1; i >= 0; i--) {
      Path from = i == 0 ? file : old(file, i);
      if (Files.exists(from)) {
        Files.move(from, old(file, i + 1), StandardCopyOption.REPLACE_EXISTING);
      }
    }
  }

  private static Path old(Path file, int number) {
    return file.resolveSibling(file.getFileName() + "." + number);
  }
}
