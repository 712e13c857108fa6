package dev.terra.agent.spool;

import dev.terra.agent.config.SpoolConfig;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Holds bytes that have arrived until their reader takes them. Two classes share the spool. Bytes that a reader waits for may fill it.
 * Bytes that were pushed ahead may fill three quarters of the memory and of the disk, so that segments for reducers that have not started
 * never block those that run. Bytes are verified against the checksum with which they arrived whenever they leave.
 *
 * <p>All methods are called on the agent's thread, and all callbacks are called on it. Bytes for which there is no room in memory go to a
 * {@link PieceFile}.
 */
public final class Spool implements AutoCloseable {
  private static final String NAME = "terra-spool.data";
  /** The bytes of heap that a piece takes besides its data, so that a million tiny pieces don't go uncounted. */
  private static final int PIECE_OVERHEAD_BYTES = 160;
  /**
   * The most bytes that are being written to the disk, and stay in memory until they are there: some seconds of a slow disk. Beyond that
   * there is no room.
   */
  static final long MAX_WRITING_BYTES = 32L << 20;

  private final long memoryBytes;
  private final @Nullable PieceFile disk;
  private long memoryUsed;
  private long memoryAhead;
  private long pagesAhead;

  private Spool(long memoryBytes, @Nullable PieceFile disk) {
    this.memoryBytes = memoryBytes;
    this.disk = disk;
  }

  /**
   * Opens a spool.
   *
   * @param owner the agent's thread
   * @throws IOException if its file can't be opened
   */
  public static Spool open(SpoolConfig config, Executor owner) throws IOException {
    return new Spool(config.memoryBytes(), config.diskBytes() == 0 ? null : PieceFile.open(
        Path.of(config.directory().orElseThrow()).resolve(NAME), new PieceFile.Bounds(config.diskBytes(), MAX_WRITING_BYTES),
        PieceFile.Threads.of(owner, "terra-spool")));
  }

  /**
   * Stores bytes, if there is room for their class.
   *
   * @param data not copied, not to be changed
   * @param safe called once: with true as soon as the bytes are stored (for memory, at once), with false if they are lost
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
    int count = PieceFile.pagesOf(data.length);
    boolean there = disk != null && (piece.requested() || pagesAhead + count <= aheadShare(disk.pages())) && disk.put(piece, data, safe);
    pagesAhead += there && !piece.requested() ? count : 0;
    return there;
  }

  private PieceFile disk() {
    return Objects.requireNonNull(disk, "pieces go to the disk where there is a file");
  }

  /** Reads a piece. The reader is called with the verified bytes, or with nothing if they are lost or fail their checksum. */
  public void read(Piece piece, Consumer<Optional<byte[]>> reader) {
    byte[] data = piece.data();
    if (data != null) {
      reader.accept(PieceFile.verified(piece, data));
    } else {
      disk().read(piece, reader);
    }
  }

  /** Gives a piece's room back. It may be called once for each piece. */
  public void free(Piece piece) {
    if (piece.onDisk()) {
      disk().free(piece);
      pagesAhead -= piece.requested() ? 0 : PieceFile.pagesOf(piece.length());
    } else {
      piece.markFreed();
      memoryUsed -= cost(piece);
      memoryAhead -= piece.requested() ? 0 : cost(piece);
    }
  }

  /** Returns the room in bytes for bytes that no reader waits for yet. */
  public long freeAheadBytes() {
    long memory = Math.min(aheadShare(memoryBytes) - memoryAhead, memoryBytes - memoryUsed);
    return Math.max(0, memory) + (disk == null || disk.hasFailed() ? 0 : freePagesAhead(disk) * SpoolFile.PAGE_BYTES);
  }

  private long freePagesAhead(PieceFile there) {
    return Math.max(0, Math.min(aheadShare(there.pages()) - pagesAhead, there.pages() - there.usedPages()));
  }

  /** Returns the bytes that are reserved for bytes that a reader waits for: a quarter. */
  public long reservedBytes() {
    return memoryBytes / 4 + (disk == null || disk.hasFailed() ? 0 : (long) disk.pages() / 4 * SpoolFile.PAGE_BYTES);
  }

  /** The fill level of a spool, and whether its file has failed and is not used any more. */
  public record Usage(
      long memoryBytes, long memoryUsedBytes, long diskBytes, long diskUsedBytes, long aheadBytes, boolean diskFailed) {}

  /** Returns the fill level. */
  public Usage usage() {
    return new Usage(memoryBytes, memoryUsed, disk == null ? 0 : disk.capacityBytes(), disk == null ? 0 : disk.usedBytes(),
        memoryAhead + pagesAhead * SpoolFile.PAGE_BYTES, disk != null && disk.hasFailed());
  }

  /** Ends the disk's thread and removes the file. */
  @Override
  public void close() throws IOException {
    if (disk != null) {
      disk.close();
    }
  }
}
