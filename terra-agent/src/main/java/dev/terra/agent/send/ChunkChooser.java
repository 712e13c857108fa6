package dev.terra.agent.send;

import dev.terra.agent.compress.CompressedChunk;
import dev.terra.agent.pace.Pacer;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Chooses the next chunk of a bundle on one path: its block, its length and its window. Where no chunk can be sent, it returns the reason.
 * Of the bytes that have been read, requested bytes go first; bytes that no reader has requested go as far as the receiver's credit allows.
 * The choice depends on its arguments only and changes nothing.
 */
final class ChunkChooser {
  /**
   * The greatest length of a compressed chunk, in chunks of the path's current rate. A longer chunk was made at a higher rate and would
   * keep others waiting, so its bytes are sent uncompressed.
   */
  private static final int MOST_CHUNKS = 2;

  private ChunkChooser() {}

  /** The outcome of a choice. */
  enum Verdict {
    /** The chunk may be sent if the pacer's limiter grants it. */
    SEND,
    /** Nothing that may be sent on this path has been read. */
    NOTHING_READ,
    /** The bytes that have been read are being compressed, which ends in a moment. */
    COMPRESSING,
    /** The path has no rate. */
    NO_RATE,
    /** The receiver has too little room for bytes that no reader waits for. */
    NO_CREDIT,
    /** No tunnel of the path has room for the chunk. */
    NO_ROOM,
    /** The pacer does not allow another chunk yet after the previous one. */
    NOT_YET
  }

  /**
   * The chunk that goes next.
   *
   * @param urgency the urgency of the block's lane
   * @param block the block whose next bytes go
   * @param window the window of the tunnel on which they go
   * @param length the number of plain bytes
   * @param wireBytes the number of bytes on the tunnel, which is less than {@code length} if the block's compressed chunk is sent
   */
  record Next(Urgency urgency, Block block, TunnelWindow window, int length, int wireBytes) {
    boolean isCompressed() {
      return wireBytes < length;
    }
  }

  /**
   * A verdict and, if something can be sent, the chunk.
   *
   * @param next the chunk; null unless the verdict is {@link Verdict#SEND}
   */
  record Choice(Verdict verdict, @Nullable Next next) {
    private static final Choice NOTHING_READ = new Choice(Verdict.NOTHING_READ);
    private static final Choice COMPRESSING = new Choice(Verdict.COMPRESSING);
    private static final Choice NO_RATE = new Choice(Verdict.NO_RATE);
    private static final Choice NO_CREDIT = new Choice(Verdict.NO_CREDIT);
    private static final Choice NO_ROOM = new Choice(Verdict.NO_ROOM);
    private static final Choice NOT_YET = new Choice(Verdict.NOT_YET);

    private Choice(Verdict verdict) {
      this(verdict, null);
    }
  }

  /**
   * Returns the next chunk of a bundle on a path, or why there is none.
   *
   * @param bundle the bundle; the first block of each of its lanes, if there is one, must have bytes that are needed
   * @param pacer the pacer of the bundle on that path
   * @param least the lowest urgency of bytes that may be sent
   */
  static Choice choose(OutBundle bundle, PathWindows path, Pacer pacer, Urgency least, long nowNanos) {
    Urgency urgency = bundle.lane(Urgency.REQUESTED).hasReady() ? Urgency.REQUESTED : least;
    if (!bundle.lane(urgency).hasReady()) {
      return Choice.NOTHING_READ;
    }
    if (pacer.rate() <= 0) {
      return Choice.NO_RATE;
    }
    Optional<Block> block = bundle.lane(urgency).nextReady(nowNanos);
    if (block.isEmpty()) {
      return Choice.COMPRESSING;
    }
    long credit = urgency == Urgency.AHEAD ? bundle.credit().left() : Long.MAX_VALUE;
    Part part = part(block.get(), path, pacer, credit);
    if (part.length == 0) {
      return Choice.NO_CREDIT;
    }
    Optional<TunnelWindow> window = path.withRoom(bundle.id(), pacer.rate(), part.wireBytes);
    if (window.isEmpty()) {
      return Choice.NO_ROOM;
    }
    return pacer.isOpen(nowNanos)
        ? new Choice(Verdict.SEND, new Next(urgency, block.get(), window.get(), part.length, part.wireBytes)) : Choice.NOT_YET;
  }

  /** The part of a block that is sent. */
  private record Part(int length, int wireBytes) {}

  /**
   * Returns all of a block as its compressed chunk if there is one and the rate and the credit allow it; otherwise as many plain bytes as
   * they allow, or none.
   */
  private static Part part(Block block, PathWindows path, Pacer pacer, long credit) {
    int chunkBytes = Pacer.chunkBytes(pacer.rate());
    Optional<CompressedChunk> chunk = block.compressed().filter(made -> path.restores() && made.plainBytes() <= credit
        && made.wireBytes() <= MOST_CHUNKS * chunkBytes);
    if (chunk.isPresent()) {
      return new Part(chunk.get().plainBytes(), chunk.get().wireBytes());
    }
    int length = Math.min(block.left(), chunkBytes);
    int allowed = credit >= length ? length : credit < Pacer.MIN_CHUNK_BYTES ? 0 : (int) credit;
    return new Part(allowed, allowed);
  }
}
