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
 * Pieces in one file of bounded size. All methods are called on the agent's thread, and all callbacks are called on it; another thread
 * reads and writes the file, one piece after the other. When bytes are read, they are verified against the checksum with which they
 * arrived. After its first failure, the file accepts no more pieces, and what is in it counts as lost.
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
   * The bounds of a file and of its writes.
   *
   * @param diskBytes the size of the file, in whole pages
   * @param writingBytes the most bytes that are being written, and stay in memory until they are in the file; beyond that there is no room
   */
  public record Bounds(long diskBytes, long writingBytes) {}

  /**
   * The threads that do the work.
   *
   * @param owner the agent's thread
   * @param disk reads and writes in the order of submission; it ends with the file
   */
  public record Threads(Executor owner, ExecutorService disk) {
    /** Creates a thread with a name for the disk. */
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
   * Stores bytes, if there is room.
   *
   * @param data not copied, not to be changed
   */
  public Optional<Piece> put(byte[] data, int crc) {
    Piece piece = new Piece(data, crc, true);
    return put(piece, data, there -> { }) ? Optional.of(piece) : Optional.empty();
  }

  /**
   * Stores a piece, if there is room.
   *
   * @param safe called once with whether the bytes are on the disk, unless the piece is freed before
   */
  boolean put(Piece piece, byte[] data, Consumer<Boolean> safe) {
    int page = mayWrite(data.length) ? pages.allocate(pagesOf(data.length)) : -1;
    if (page >= 0) {
      piece.toDisk(page);
      write(piece, data, safe);
    }
    return page >= 0;
  }

  /** Returns whether so many more bytes may be on their way to the file. */
  public boolean mayWrite(long bytes) {
    return !failed && writingBytes + bytes <= bounds.writingBytes;
  }

  /** Returns the bytes of the file that a piece of a length takes. */
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

  /** Marks the file as failed, so that it accepts no more pieces; logs the reason once. */
  public void fail(String why) {
    if (!failed) {
      log.error("{} failed and is no longer used; the bytes in it are fetched again: {}", file, why);
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
   * Reads a piece, after all earlier writes and reads. The reader is called with the verified bytes, or with nothing if they are lost or
   * fail their checksum. It is not called before this method returns.
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
    log.error("{} bytes have changed since they were stored; they are fetched again", data.length);
    return Optional.empty();
  }

  /** Gives a piece's room back. It may be called once for each piece. */
  public void free(Piece piece) {
    piece.markFreed();
    if (!piece.ioPending()) {
      pages.free(piece.firstPage(), pagesOf(piece.length()));
    }
  }

  /** Returns whether the file has failed and accepts no more pieces. */
  public boolean hasFailed() {
    return failed;
  }

  /** Returns the capacity of the file in bytes. */
  public long capacityBytes() {
    return (long) pageCount * SpoolFile.PAGE_BYTES;
  }

  /** Returns the bytes of the file in use, in whole pages. */
  public long usedBytes() {
    return (long) pages.usedPages() * SpoolFile.PAGE_BYTES;
  }

  /** Returns the bytes that are on their way to the disk and still in memory. */
  public long writingBytes() {
    return writingBytes;
  }

  /** Returns the most bytes that may be on their way to the disk. */
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
