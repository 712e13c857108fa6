package dev.terra.agent.spool;

import dev.terra.agent.wire.Checksum;
import dev.terra.core.failure.Failures;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Pieces in one file of bounded size. All methods are called on the agent's thread, and all callbacks come there; another thread reads and
 * writes the file, one piece after the other. Bytes are verified against the checksum with which they came when they leave. A file that
 * fails once takes no more, and what is on it counts as lost.
 */
public final class PieceFile implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(PieceFile.class);
  private static final long CLOSE_SECONDS = 5;

  private final SpoolFile file;
  private final Bounds bounds;
  private final Threads threads;
  private final PageAllocator pages;
  private final int pageCount;
  private boolean failed;
  private long writingBytes;

  /**
   * How much there may be.
   *
   * @param diskBytes in the file, in whole pages
   * @param writingBytes on their way to the file, and in memory until they are there; beyond that there is no room
   */
  public record Bounds(long diskBytes, long writingBytes) {}

  /**
   * Where work is done.
   *
   * @param owner the agent's thread
   * @param disk reads and writes, in the order in which it is given them; ends with the file
   */
  public record Threads(Executor owner, ExecutorService disk) {
    /** A thread of a name for the disk. */
    static Threads of(Executor owner, String name) {
      return new Threads(owner, Executors.newSingleThreadExecutor(task -> {
        Thread thread = new Thread(task, name);
        thread.setDaemon(true);
        return thread;
      }));
    }
  }

  private PieceFile(SpoolFile file, Bounds bounds, Threads threads) {
    this.file = file;
    this.bounds = bounds;
    this.threads = threads;
    this.pageCount = (int) Math.min(Integer.MAX_VALUE, bounds.diskBytes / SpoolFile.PAGE_BYTES);
    this.pages = new PageAllocator(pageCount);
  }

  /**
   * Opens an empty file.
   *
   * @throws IOException if that can't be done, or another agent uses the file
   */
  public static PieceFile open(Path path, Bounds bounds, Threads threads) throws IOException {
    return new PieceFile(SpoolFile.open(path), bounds, threads);
  }

  /**
   * Takes bytes in, if there is room.
   *
   * @param data not copied, not to be changed
   */
  public Optional<Piece> put(byte[] data, int crc) {
    Piece piece = new Piece(data, crc, true);
    return put(piece, data, there -> { }) ? Optional.of(piece) : Optional.empty();
  }

  /**
   * Takes a piece in, if there is room.
   *
   * @param safe told once whether the bytes are on the disk, unless the piece is freed before
   */
  boolean put(Piece piece, byte[] data, Consumer<Boolean> safe) {
    int page = mayWrite(data.length) ? pages.allocate(pagesOf(data.length)) : -1;
    if (page >= 0) {
      piece.toDisk(page);
      write(piece, data, safe);
    }
    return page >= 0;
  }

  /** Whether so many bytes more may be on their way to the file. */
  public boolean mayWrite(long bytes) {
    return !failed && writingBytes + bytes <= bounds.writingBytes;
  }

  /** What a piece of a length takes of the file. */
  public static long roomOf(int length) {
    return (long) pagesOf(length) * SpoolFile.PAGE_BYTES;
  }

  static int pagesOf(int length) {
    return Math.max(1, (length + SpoolFile.PAGE_BYTES - 1) / SpoolFile.PAGE_BYTES);
  }

  private void write(Piece piece, byte[] data, Consumer<Boolean> safe) {
    piece.ioStarted();
    writingBytes += data.length;
    int page = piece.firstPage();
    threads.disk.execute(() -> {
      try {
        file.write(page, data);
        threads.owner.execute(() -> written(piece, true, safe));
      } catch (IOException e) {
        threads.owner.execute(() -> {
          fail(Failures.inWords(e));
          written(piece, false, safe);
        });
      }
    });
  }

  private void written(Piece piece, boolean there, Consumer<Boolean> safe) {
    writingBytes -= piece.length();
    piece.forgetData();
    boolean wanted = !piece.isFreed();
    ioDone(piece);
    if (wanted) {
      safe.accept(there);
    }
  }

  /** Takes no more from now on; it says why, once. */
  public void fail(String why) {
    if (!failed) {
      log.error("{} failed and is not used any more; what was in it is fetched again: {}", file, why);
    }
    failed = true;
  }

  private void ioDone(Piece piece) {
    piece.ioDone();
    if (piece.isFreed() && !piece.ioPending()) {
      pages.free(piece.firstPage(), pagesOf(piece.length()));
    }
  }

  /**
   * Reads a piece, after what is to be written and read before. The reader gets its verified bytes, or nothing if they are lost or not what
   * they were, and not before this returns.
   */
  public void read(Piece piece, Consumer<Optional<byte[]>> reader) {
    piece.ioStarted();
    int page = piece.firstPage();
    threads.disk.execute(() -> {
      Optional<byte[]> result = Optional.empty();
      try {
        result = verified(piece, file.read(page, piece.length()));
      } catch (IOException e) {
        threads.owner.execute(() -> fail(Failures.inWords(e)));
      }
      Optional<byte[]> bytes = result;
      threads.owner.execute(() -> {
        ioDone(piece);
        reader.accept(bytes);
      });
    });
  }

  static Optional<byte[]> verified(Piece piece, byte[] data) {
    if (Checksum.of(data) == piece.crc()) {
      return Optional.of(data);
    }
    log.error("{} bytes that were kept are not what was put in; they are fetched again", data.length);
    return Optional.empty();
  }

  /** Gives a piece's room back. Once only. */
  public void free(Piece piece) {
    piece.markFreed();
    if (!piece.ioPending()) {
      pages.free(piece.firstPage(), pagesOf(piece.length()));
    }
  }

  /** Whether it takes no more. */
  public boolean hasFailed() {
    return failed;
  }

  /** How much it may hold. */
  public long capacityBytes() {
    return (long) pageCount * SpoolFile.PAGE_BYTES;
  }

  /** What it holds, in whole pages. */
  public long usedBytes() {
    return (long) pages.usedPages() * SpoolFile.PAGE_BYTES;
  }

  /** What is on its way to the disk, in memory. */
  public long writingBytes() {
    return writingBytes;
  }

  /** How much may be on its way to the disk. */
  public long maxWritingBytes() {
    return bounds.writingBytes;
  }

  int pages() {
    return pageCount;
  }

  int usedPages() {
    return pages.usedPages();
  }

  /** Ends the disk's thread and removes the file. */
  @Override
  public void close() throws IOException {
    threads.disk.shutdown();
    try {
      if (!threads.disk.awaitTermination(CLOSE_SECONDS, TimeUnit.SECONDS)) {
        log.warn("{}: the disk did not finish within {} s", file, CLOSE_SECONDS);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    file.close();
  }
}
