package dev.terra.agent.send;

import dev.terra.agent.compress.CompressedChunk;
import dev.terra.agent.pace.Pacer;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Chooses the next chunk of a bundle on one path: which block, how much of it, in which window; or says what is in the way. Of what has
 * been read the requested bytes go first; those that no reader asked for go as far as the receiver's credit lasts. It changes nothing,
 * and nothing that it depends on is hidden.
 */
final class ChunkChooser {
  /** A compressed chunk that is longer, as the rate was higher when it was made, would keep others waiting: its bytes go as they are. */
  private static final int MOST_CHUNKS = 2;

  private ChunkChooser() {}

  /** What is to be done. */
  enum Verdict {
    /** The chunk may go, if the pacer's limiter grants it. */
    SEND,
    /** Nothing that may go here has been read. */
    NOTHING_READ,
    /** What has been read is being compressed, and will be in a moment. */
    COMPRESSING,
    /** The path has no rate. */
    NO_RATE,
    /** The receiver has too little room for bytes that no reader waits for. */
    NO_CREDIT,
    /** No tunnel of the path has room for it. */
    NO_ROOM,
    /** What went before has yet to be paid for. */
    NOT_YET
  }

  /**
   * The bytes that go next.
   *
   * @param urgency of the lane of the block
   * @param block whose next bytes go
   * @param window where they go
   * @param length how many
   * @param wireBytes how many bytes they are on the tunnel: fewer, if they go as the block's compressed chunk
   */
  record Next(Urgency urgency, Block block, TunnelWindow window, int length, int wireBytes) {
    boolean isCompressed() {
      return wireBytes < length;
    }
  }

  /**
   * A choice.
   *
   * @param next what goes; null unless the verdict is {@link Verdict#SEND}
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
   * The next chunk of a bundle on a path.
   *
   * @param bundle in whose lanes the first blocks, if there are any, have bytes that are needed
   * @param pacer of the bundle on that path
   * @param least the least urgent bytes that may go
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

  /** What of a block goes. */
  private record Part(int length, int wireBytes) {}

  /** All of a block as its compressed chunk, if there is one that the rate and the credit allow; else as many bytes as they do, or none. */
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
