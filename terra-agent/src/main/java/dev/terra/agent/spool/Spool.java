package dev.terra.agent.spool;

import dev.terra.agent.config.SpoolConfig;
import dev.terra.agent.wire.Checksum;
import dev.terra.core.failure.Failures;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Holds what has arrived until its reader takes it. Two classes share it: bytes that a reader waits for may fill it; bytes
 * pushed ahead may fill three quarters of the memory and of the disk, so that a spool full of segments for reducers that have
 * not started never blocks those that run. Bytes are verified against the checksum with which they came whenever they leave.
 *
 * <p>All methods are called on the agent's thread, and all callbacks come there. Reading and writing the file is done by a
 * thread of its own. A file that fails once is not used again; what was on it is reported lost, and the sender still has it.
 */
public final class Spool implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(Spool.class);
  /** What a piece costs on the heap beside its bytes, so that a million tiny pieces don't go uncounted. */
  private static final int PIECE_OVERHEAD_BYTES = 160;
  /** On their way to the disk, and in memory until they are there: some seconds of a slow disk. Beyond that there is no room. */
  static final long MAX_WRITING_BYTES = 32L << 20;
  private static final long CLOSE_SECONDS = 5;

  private final Executor owner;
  private final long memoryBytes;
  private final @Nullable SpoolFile file;
  private final ExecutorService disk;
  private final PageAllocator pages;
  private final int pageCount;
  private boolean diskFailed;
  private long memoryUsed;
  private long memoryAhead;
  private long pagesAhead;
  private long writingBytes;

  private Spool(SpoolConfig config, @Nullable SpoolFile file, Executor owner) {
    this.owner = owner;
    this.memoryBytes = config.memoryBytes();
    this.file = file;
    this.pageCount = (int) Math.min(Integer.MAX_VALUE, config.diskBytes() / SpoolFile.PAGE_BYTES);
    this.pages = new PageAllocator(pageCount);
    this.disk = Executors.newSingleThreadExecutor(task -> {
      Thread thread = new Thread(task, "terra-spool");
      thread.setDaemon(true);
      return thread;
    });
  }

  /**
   * Opens a spool.
   *
   * @param owner the agent's thread
   * @throws IOException if its file can't be had
   */
  public static Spool open(SpoolConfig config, Executor owner) throws IOException {
    SpoolFile file = config.diskBytes() > 0 ? SpoolFile.open(Path.of(config.directory().orElseThrow())) : null;
    return new Spool(config, file, owner);
  }

  /**
   * Takes bytes in, if there is room for their class.
   *
   * @param data not copied, not to be changed
   * @param safe told once: true as soon as the bytes are where they stay (at once for memory), false if they are lost
   */
  public Optional<Piece> put(byte[] data, int crc, boolean requested, Consumer<Boolean> safe) {
    Piece piece = new Piece(data, crc, requested);
    if (fitsMemory(piece)) {
      memoryUsed += cost(piece);
      memoryAhead += requested ? 0 : cost(piece);
      safe.accept(true);
      return Optional.of(piece);
    }
    return toDisk(piece, data, safe) ? Optional.of(piece) : Optional.empty();
  }

  private boolean fitsMemory(Piece piece) {
    long cost = cost(piece);
    return memoryUsed + cost <= memoryBytes && (piece.requested() || memoryAhead + cost <= aheadShare(memoryBytes));
  }

  private static long cost(Piece piece) {
    return piece.length() + (long) PIECE_OVERHEAD_BYTES;
  }

  private static long aheadShare(long all) {
    return all / 4 * 3;
  }

  private boolean toDisk(Piece piece, byte[] data, Consumer<Boolean> safe) {
    int count = pagesOf(piece);
    if (file == null || diskFailed || writingBytes + piece.length() > MAX_WRITING_BYTES || (!piece.requested() && pagesAhead
        + count > aheadShare(pageCount))) {
      return false;
    }
    int page = pages.allocate(count);
    if (page < 0) {
      return false;
    }
    piece.toDisk(page);
    pagesAhead += piece.requested() ? 0 : count;
    write(piece, data, safe);
    return true;
  }

  private static int pagesOf(Piece piece) {
    return Math.max(1, (piece.length() + SpoolFile.PAGE_BYTES - 1) / SpoolFile.PAGE_BYTES);
  }

  private void write(Piece piece, byte[] data, Consumer<Boolean> safe) {
    piece.ioStarted();
    writingBytes += data.length;
    int page = piece.firstPage();
    disk.execute(() -> {
      try {
        file().write(page, data);
        owner.execute(() -> written(piece, true, safe));
      } catch (IOException e) {
        owner.execute(() -> {
          fail(e);
          written(piece, false, safe);
        });
      }
    });
  }

  private SpoolFile file() {
    return Objects.requireNonNull(file, "pieces go to the disk where there is a file");
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

  private void fail(IOException e) {
    if (!diskFailed) {
      log.error("spool {} failed and is not used any more; what was in it will be sent again: {}",
          file(), Failures.inWords(e));
    }
    diskFailed = true;
  }

  private void ioDone(Piece piece) {
    piece.ioDone();
    if (piece.isFreed() && !piece.ioPending()) {
      pages.free(piece.firstPage(), pagesOf(piece));
    }
  }

  /** Reads a piece; the reader gets its verified bytes, or nothing if they are lost or not what they were. */
  public void read(Piece piece, Consumer<Optional<byte[]>> reader) {
    byte[] data = piece.data();
    if (data != null) {
      reader.accept(verified(piece, data));
      return;
    }
    piece.ioStarted();
    int page = piece.firstPage();
    disk.execute(() -> {
      Optional<byte[]> result = Optional.empty();
      try {
        result = verified(piece, file().read(page, piece.length()));
      } catch (IOException e) {
        owner.execute(() -> fail(e));
      }
      Optional<byte[]> bytes = result;
      owner.execute(() -> {
        ioDone(piece);
        reader.accept(bytes);
      });
    });
  }

  private static Optional<byte[]> verified(Piece piece, byte[] data) {
    if (Checksum.of(data) == piece.crc()) {
      return Optional.of(data);
    }
    log.error("the spool gave back {} bytes that are not what was put in; they will be sent again", data.length);
    return Optional.empty();
  }

  /** Gives a piece's room back. Once only. */
  public void free(Piece piece) {
    if (piece.isFreed()) {
      throw new IllegalStateException("a piece of " + piece.length() + " bytes was freed twice");
    }
    piece.markFreed();
    if (!piece.onDisk()) {
      memoryUsed -= cost(piece);
      memoryAhead -= piece.requested() ? 0 : cost(piece);
      return;
    }
    pagesAhead -= piece.requested() ? 0 : pagesOf(piece);
    if (!piece.ioPending()) {
      pages.free(piece.firstPage(), pagesOf(piece));
    }
  }

  /** Room for bytes that no reader waits for yet. */
  public long freeAheadBytes() {
    long memory = Math.min(aheadShare(memoryBytes) - memoryAhead, memoryBytes - memoryUsed);
    long freePages = Math.min(aheadShare(pageCount) - pagesAhead, pageCount - pages.usedPages());
    return Math.max(0, memory) + (diskFailed ? 0 : Math.max(0, freePages) * SpoolFile.PAGE_BYTES);
  }

  /** What is set apart for bytes that a reader waits for: a quarter. */
  public long reservedBytes() {
    return memoryBytes / 4 + (diskFailed ? 0 : (long) pageCount / 4 * SpoolFile.PAGE_BYTES);
  }

  /** How full it is, and whether its file failed and is not used any more. */
  public record Usage(
      long memoryBytes, long memoryUsedBytes, long diskBytes, long diskUsedBytes, long aheadBytes, boolean diskFailed) {}

  /** How full it is. */
  public Usage usage() {
    return new Usage(memoryBytes, memoryUsed, (long) pageCount * SpoolFile.PAGE_BYTES,
        (long) pages.usedPages() * SpoolFile.PAGE_BYTES, memoryAhead + pagesAhead * SpoolFile.PAGE_BYTES, diskFailed);
  }

  /** Ends the disk's thread and removes the file. */
  @Override
  public void close() throws IOException {
    disk.shutdown();
    try {
      if (!disk.awaitTermination(CLOSE_SECONDS, TimeUnit.SECONDS)) {
        log.warn("spool: the disk did not finish within {} s", CLOSE_SECONDS);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    if (file != null) {
      file.close();
    }
  }
}
