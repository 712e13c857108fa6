package dev.terra.history.store;

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
import java.util.OptionalLong;
import org.sqlite.SQLiteErrorCode;
import org.sqlite.SQLiteException;

/**
 * The history of one controller, in one file, for the one thread that writes it; {@link HistoryReader}s are for everybody.
 *
 * <p>The file never grows beyond the bound of its retention: SQLite refuses to, and before it has to, the oldest tenth is deleted. A
 * second process that wants to write the same file is refused.
 */
public final class HistoryStore implements AutoCloseable {
  /** Each makes room by a tenth of the time that is kept; more of them are needed where a clock was wrong once. */
  private static final int ATTEMPTS = 20;

  private final Path file;
  private final Retention retention;
  private final FileChannel lockFile;
  private final Connection connection;
  private final Thinning thinning;
  private List<String> names = List.of();
  private long namesId;

  private HistoryStore(Path file, Retention retention, FileChannel lockFile, Connection connection) {
    this.file = file;
    this.retention = retention;
    this.lockFile = lockFile;
    this.connection = connection;
    this.thinning = new Thinning(connection, retention);
  }

  /**
   * Opens a file, made with its folder if it is not there. A broken one is put aside.
   *
   * @throws HistoryException if it cannot be written, or another process writes it
   */
  public static HistoryStore open(Path file, Retention retention, long nowMillis) throws HistoryException {
    FileChannel lockFile = lock(file);
    try {
      Connection connection = Database.open(file, retention.databaseBytes(), nowMillis);
      return new HistoryStore(file, retention, lockFile, connection);
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

  private static void closeQuietly(FileChannel channel) {
    if (channel != null) {
      try {
        channel.close();
      } catch (IOException e) {
        throw new IllegalStateException("a lock file that cannot be closed", e);
      }
    }
  }

  /** The file. */
  public Path file() {
    return file;
  }

  /** How long what is kept. */
  public Retention retention() {
    return retention;
  }

  /** A controller has started; its events will name this session. */
  public void begin(String session, long startedMillis, String wan) throws HistoryException {
    run(() -> insert("INSERT OR REPLACE INTO session VALUES (?, ?, ?)", session, startedMillis, wan));
  }

  /** Writes all of a batch, or nothing. */
  public void write(Batch batch, List<String> linkNames) throws HistoryException {
    run(() -> insert(batch, linkNames));
  }

  private void insert(Batch batch, List<String> linkNames) throws SQLException {
    for (StoredEvent row : batch.events()) {
      insert("INSERT OR REPLACE INTO event VALUES (?, ?, ?, ?, ?, ?, ?)", row.atMillis(), row.session(), row.number(), row.kind(),
          row.severity(), row.target(), row.detail());
    }
    for (StoredShuffle row : batch.shuffles()) {
      insert("INSERT OR REPLACE INTO shuffle VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", row.endMillis(), row.session(), row.id(),
          row.job(), row.queue().orElse(null), row.arrivalMillis(), orNull(row.startMillis()), orNull(row.finishMillis()),
          row.gammaSeconds(), row.weight(), row.priority(), row.producedBytes(), row.expectedBytes(), row.doneBytes());
    }
    if (batch.rounds().isPresent()) {
      thinning.put(batch.rounds().get());
    }
    if (batch.links().isPresent()) {
      thinning.put(batch.links().get(), idOf(linkNames));
    }
  }

  private static Long orNull(OptionalLong value) {
    return value.isPresent() ? value.getAsLong() : null;
  }

  private long idOf(List<String> linkNames) throws SQLException {
    if (!names.equals(linkNames)) {
      String text = LinkNames.join(linkNames);
      insert("INSERT OR IGNORE INTO link_names (names) VALUES (?)", text);
      try (PreparedStatement query = connection.prepareStatement("SELECT id FROM link_names WHERE names = ?")) {
        query.setString(1, text);
        try (ResultSet result = query.executeQuery()) {
          namesId = result.next() ? result.getLong(1) : 0;
        }
      }
      names = List.copyOf(linkNames);
    }
    return namesId;
  }

  private void insert(String sql, Object... values) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      for (int i = 0; i < values.length; i++) {
        statement.setObject(i + 1, values[i]);
      }
      statement.executeUpdate();
    }
  }

  /** Merges what is old enough, and deletes the oldest if the file is nearly full. */
  public void thin(long nowMillis) throws HistoryException {
    run(() -> thinning.merge(nowMillis));
    while (bytes() > retention.databaseBytes() / 10 * 9 && dropOldest()) {
      names = List.of();
    }
  }

  private boolean dropOldest() throws HistoryException {
    boolean[] dropped = {false};
    run(() -> dropped[0] = thinning.dropOldest());
    return dropped[0];
  }

  /** What the file holds, without pages that are free. */
  public long bytes() throws HistoryException {
    try (Statement statement = connection.createStatement()) {
      return (Database.number(statement, "PRAGMA page_count") - Database.number(statement, "PRAGMA freelist_count"))
          * Database.number(statement, "PRAGMA page_size");
    } catch (SQLException e) {
      throw failed(e);
    }
  }

  /** What is done at once. */
  private interface Work {
    void run() throws SQLException;
  }

  /** Does it in one transaction; where the file is full, the oldest makes room. */
  private void run(Work work) throws HistoryException {
    for (int attempt = 1;; attempt++) {
      try {
        transact(work);
        return;
      } catch (SQLException e) {
        if (!isFull(e) || attempt == ATTEMPTS) {
          throw failed(e);
        }
      }
      makeRoom();
    }
  }

  private void makeRoom() throws HistoryException {
    try {
      transact(thinning::dropOldest);
      names = List.of();
    } catch (SQLException e) {
      throw failed(e);
    }
  }

  private void transact(Work work) throws SQLException {
    execute("BEGIN IMMEDIATE");
    try {
      work.run();
      execute("COMMIT");
    } catch (SQLException e) {
      rollBack(e);
      throw e;
    }
  }

  private void execute(String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  /** SQLite has done it already where the file is full. */
  private void rollBack(SQLException problem) {
    try {
      execute("ROLLBACK");
    } catch (SQLException none) {
      problem.addSuppressed(none);
    }
  }

  private static boolean isFull(SQLException problem) {
    return problem instanceof SQLiteException sqlite && sqlite.getResultCode() == SQLiteErrorCode.SQLITE_FULL;
  }

  private HistoryException failed(SQLException problem) {
    return new HistoryException("the history in " + file + " could not be written: " + Failures.inWords(problem), problem);
  }

  /** For whoever wants to read. */
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
