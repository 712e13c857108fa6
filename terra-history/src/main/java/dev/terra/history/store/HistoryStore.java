package dev.terra.history.store;

import dev.terra.controller.view.RecurringState;
import dev.terra.core.failure.Failures;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The history of one controller in one file. It is used by the one thread that writes it; any thread may have a
 * {@link HistoryReader}.
 *
 * <p>The file never grows beyond the bound of its retention: SQLite enforces the bound, and before it is reached, the oldest tenth is
 * deleted. A second process that wants to write the same file is refused.
 */
public final class HistoryStore implements AutoCloseable {
  /**
   * The most attempts to write. Each failed attempt deletes the oldest tenth of the time that is kept. More than one is needed if a
   * clock was once wrong.
   */
  private static final int ATTEMPTS = 20;
  /**
   * The most broken files that are replaced. A file breaks once in years. If new files break as well, the disk is broken, and would
   * fill with renamed files.
   */
  private static final int MOST_RENEWED = 3;
  /** If a file has less than this share of its bound in it and is still refused more room, the disk is full. */
  private static final double FULL_SHARE = 0.8;
  private static final Logger LOG = LoggerFactory.getLogger(HistoryStore.class);

  private final Path file;
  private final Retention retention;
  private final FileChannel lockFile;
  private final long openedMillis;
  private Connection connection;
  private Thinning thinning;
  private int renewed;
  /** The first work on a new file. */
  private Work opening = () -> { };

  private HistoryStore(Path file, Retention retention, FileChannel lockFile, Connection connection, long openedMillis) {
    this.file = file;
    this.retention = retention;
    this.lockFile = lockFile;
    this.openedMillis = openedMillis;
    use(connection);
  }

  private void use(Connection opened) {
    connection = opened;
    thinning = new Thinning(opened, retention);
  }

  /**
   * Opens a file, and creates it with its folder if it does not exist. A broken file is renamed.
   *
   * @throws HistoryException if the file cannot be written, or another process writes it
   */
  public static HistoryStore open(Path file, Retention retention, long nowMillis) throws HistoryException {
    FileChannel lockFile = lock(file);
    try {
      Connection connection = Database.open(file, retention.databaseBytes(), nowMillis);
      return new HistoryStore(file, retention, lockFile, connection, nowMillis);
    } catch (HistoryException e) {
      closeQuietly(lockFile);
      throw e;
    }
  }

  private static FileChannel lock(Path file) throws HistoryException {
    FileChannel channel = null;
    try {
      Files.createDirectories(file.toAbsolutePath().getParent());
      channel = FileChannel.open(file.resolveSibling(file.getFileName() + ".lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
      FileLock lock = channel.tryLock();
      if (lock != null) {
        return channel;
      }
    } catch (OverlappingFileLockException e) {
      closeQuietly(channel);
      throw new HistoryException(usedElsewhere(file), e);
    } catch (IOException e) {
      closeQuietly(channel);
      throw new HistoryException("cannot keep history in " + file + ": " + Failures.inWords(e), e);
    }
    closeQuietly(channel);
    throw new HistoryException(usedElsewhere(file), null);
  }

  private static String usedElsewhere(Path file) {
    return "another controller keeps its history in " + file + ": give this one a folder of its own, or 'off'";
  }

  private static void closeQuietly(@Nullable FileChannel channel) {
    if (channel != null) {
      try {
        channel.close();
      } catch (IOException e) {
        throw new IllegalStateException("a lock file that cannot be closed", e);
      }
    }
  }

  /** Returns how long rows are kept, and at which detail. */
  public Retention retention() {
    return retention;
  }

  /** Notes that a controller has started. Its events name this session. */
  public void begin(String session, long startedMillis, String wan) throws HistoryException {
    opening = () -> insert("INSERT OR REPLACE INTO session VALUES (?, ?, ?)", session, startedMillis, wan);
    run(opening);
  }

  /** Writes all of a batch, or nothing. Rows that violate a constraint of the tables are left out, so that the others are written. */
  public void write(Batch batch, List<String> linkNames) throws HistoryException {
    run(() -> insert(batch, linkNames));
  }

  private void insert(Batch batch, List<String> linkNames) throws SQLException {
    for (StoredEvent row : batch.events()) {
      insertUnlessRefused("INSERT OR REPLACE INTO event VALUES (?, ?, ?, ?, ?, ?, ?)", row.atMillis(), row.session(), row.number(),
          row.kind(),
          row.severity(), row.target(), row.detail());
    }
    for (StoredShuffle row : batch.shuffles()) {
      insertUnlessRefused("INSERT OR REPLACE INTO shuffle VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
          row.endMillis(), row.session(), row.id(),
          row.job(), row.queue().orElse(null), row.arrivalMillis(), row.startMillis(), row.finishMillis(),
          row.gammaSeconds(), row.weight(), row.priority(), row.producedBytes(), row.expectedBytes(), row.doneBytes(),
          row.failure().orElse(null));
    }
    for (StoredCost row : batch.costs().paths()) {
      insertUnlessRefused("INSERT OR REPLACE INTO path_cost VALUES (?, ?, ?, ?, ?, ?, ?, ?)", row.endMillis(), row.shuffle(),
          row.cost().path().toString(), row.queue().orElse(null), row.job(), row.cost().bytes(), row.cost().cheapestUsd(),
          CostText.of(row.cost()));
    }
    for (StoredWork row : batch.costs().work()) {
      insertUnlessRefused("INSERT INTO agent_work VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET at = excluded.at, "
          + "counted_micros = excluded.counted_micros, micros = micros + excluded.micros, usd = usd + excluded.usd, "
          + "joules = joules + excluded.joules, grams = grams + excluded.grams", row.session().number(),
          SiteWork.dayMillis(row.atMillis()), row.atMillis(), row.session().site().name(), row.countedMicros(),
          row.cost().processorMicros(), row.cost().usd(), row.cost().joules(), row.cost().grams());
    }
    if (batch.rounds().isPresent()) {
      unlessRefused(() -> thinning.put(batch.rounds().get()));
    }
    if (batch.links().isPresent()) {
      thinning.put(batch.links().get(), idOf(linkNames));
    }
  }

  /** Replaces the state of recurring jobs, which are in the order of their last runs, the latest at the end. */
  public void writeRecurring(List<RecurringState> jobs) throws HistoryException {
    run(() -> {
      insert("DELETE FROM recurring");
      for (RecurringState job : jobs) {
        insertUnlessRefused("INSERT INTO recurring VALUES (NULL, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", job.job().user(),
            job.job().queue(), job.job().name(), RecurringText.ofChoices(job.choices()), job.usual(), job.weights().eta(),
            job.weights().perSecond(), RecurringText.ofResults(job.explored()), RecurringText.ofResults(job.results()),
            job.counts().runs(), job.counts().returned(), job.counts().restarts(), job.counts().saved());
      }
    });
  }

  private long idOf(List<String> linkNames) throws SQLException {
    String text = LinkNames.join(linkNames);
    insert("INSERT OR IGNORE INTO link_names (names) VALUES (?)", text);
    try (PreparedStatement query = connection.prepareStatement("SELECT id FROM link_names WHERE names = ?")) {
      query.setString(1, text);
      try (ResultSet result = query.executeQuery()) {
        return result.next() ? result.getLong(1) : 0;
      }
    }
  }

  private void insertUnlessRefused(String sql, @Nullable Object... values) throws SQLException {
    unlessRefused(() -> insert(sql, values));
  }

  /**
   * Runs a statement that changes nothing if it violates a constraint of the tables, as one with a figure that is not a number does.
   * Its transaction goes on.
   */
  private void unlessRefused(Work work) throws SQLException {
    try {
      work.run();
    } catch (SQLException e) {
      if (!Database.is(e, "SQLITE_CONSTRAINT")) {
        throw e;
      }
      LOG.warn("history: a row is left out: {}", e.getMessage());
    }
  }

  private void insert(String sql, @Nullable Object... values) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      for (int i = 0; i < values.length; i++) {
        statement.setObject(i + 1, values[i]);
      }
      statement.executeUpdate();
    }
  }

  /** Merges rows that are old enough, and deletes the oldest if the file is nearly full. */
  public void thin(long nowMillis) throws HistoryException {
    run(() -> thinning.merge(nowMillis));
    while (bytes() > retention.databaseBytes() / 10 * 9 && dropOldest()) {
      LOG.debug("the oldest of {} made room", file);
    }
  }

  private boolean dropOldest() throws HistoryException {
    boolean[] dropped = {false};
    run(() -> dropped[0] = thinning.dropOldest());
    return dropped[0];
  }

  /** Returns the bytes of the file without its free pages. */
  public long bytes() throws HistoryException {
    try (Statement statement = connection.createStatement()) {
      return (Database.number(statement, "PRAGMA page_count") - Database.number(statement, "PRAGMA freelist_count"))
          * Database.number(statement, "PRAGMA page_size");
    } catch (SQLException e) {
      throw failed(e);
    }
  }

  /** Work that is done in one transaction. */
  private interface Work {
    void run() throws SQLException;
  }

  /** Does work in one transaction. If the file is full, the oldest rows are deleted; if it is broken, a new file takes its place. */
  private void run(Work work) throws HistoryException {
    for (int attempt = 1;; attempt++) {
      try {
        transact(work);
        return;
      } catch (SQLException e) {
        if (attempt == ATTEMPTS) {
          throw failed(e);
        }
        cure(e);
      }
    }
  }

  private void cure(SQLException problem) throws HistoryException {
    if (Database.isCorrupt(problem) && renewed < MOST_RENEWED) {
      renew();
    } else if (Database.is(problem, "SQLITE_FULL") && isAtItsBound()) {
      makeRoom();
    } else {
      throw failed(problem);
    }
  }

  private void renew() throws HistoryException {
    renewed++;
    Database.close(connection);
    use(Database.renew(file, retention.databaseBytes(), openedMillis));
    try {
      transact(opening);
    } catch (SQLException e) {
      throw failed(e);
    }
  }

  /**
   * Returns whether the file has reached its bound. Otherwise, the disk is full, and deleting rows would lose them without making
   * room.
   */
  private boolean isAtItsBound() throws HistoryException {
    return bytes() > retention.databaseBytes() * FULL_SHARE;
  }

  private void makeRoom() throws HistoryException {
    try {
      transact(thinning::dropOldest);
    } catch (SQLException e) {
      throw failed(e);
    }
  }

  private void transact(Work work) throws SQLException {
    execute("BEGIN IMMEDIATE");
    try {
      work.run();
      execute("COMMIT");
    } catch (SQLException | RuntimeException | Error e) {
      rollBack(e);
      throw e;
    }
  }

  private void execute(String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  /** Rolls back. If the file is full, SQLite has done so already. */
  private void rollBack(Throwable problem) {
    try {
      execute("ROLLBACK");
    } catch (SQLException none) {
      problem.addSuppressed(none);
    }
  }

  private HistoryException failed(SQLException problem) {
    return new HistoryException("the history in " + file + " could not be written: " + Failures.inWords(problem), problem);
  }

  /** Returns a reader of this history. */
  public HistoryReader reader() {
    return new HistoryReader(file);
  }

  @Override
  public void close() throws HistoryException {
    try {
      connection.close();
    } catch (SQLException e) {
      throw failed(e);
    } finally {
      closeQuietly(lockFile);
    }
  }
}
