package dev.terra.agent.compress;

import io.netty.buffer.ByteBuf;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The compression of one chunk. It waits for a thread, runs on one, and ends with a compressed chunk or without. The chunk's owner may
 * abandon it in any state. It is used on the agent's thread only.
 */
public final class Compression {
  private enum State { WAITS, RUNS, OVER }

  private final ByteBuf plain;
  private final int plainBytes;
  private final CompressionChoice choice;
  private final Runnable over;
  private final Set<Compression> queue;
  private State state = State.WAITS;
  private long begunNanos;
  private @Nullable CompressedChunk chunk;

  /** An order to compress a chunk: the choice of its bundle, and what is to be run when the compression has ended. */
  public record Order(CompressionChoice choice, Runnable over) {}

  /** Creates a compression that waits in a queue. */
  Compression(ByteBuf plain, Order order, Set<Compression> queue) {
    this.plain = plain;
    this.plainBytes = plain.readableBytes();
    this.choice = order.choice;
    this.over = order.over;
    this.queue = queue;
  }

  CompressionChoice choice() {
    return choice;
  }

  ByteBuf plain() {
    return plain;
  }

  /** Returns whether the compression is running and has been for less than a time in nanoseconds. */
  public boolean isRunning(long forNanos, long nowNanos) {
    return state == State.RUNS && nowNanos - begunNanos < forNanos;
  }

  /** Returns the compressed chunk once there is one. */
  public Optional<CompressedChunk> chunk() {
    return Optional.ofNullable(chunk);
  }

  /** Takes the compressed chunk out; the caller releases it. */
  public CompressedChunk take() {
    CompressedChunk taken = chunk().orElseThrow();
    chunk = null;
    return taken;
  }

  void begin(long nowNanos) {
    state = State.RUNS;
    begunNanos = nowNanos;
    choice.begun();
  }

  /** Ends the compression without running it. */
  void skip() {
    state = State.OVER;
  }

  /** Ends the compression after it has run, and takes over the chunk that it made, if any. */
  void end(@Nullable CompressedChunk made, long nowNanos) {
    choice.ended(plainBytes, made == null ? plainBytes : made.wireBytes(), nowNanos);
    if (state == State.RUNS) {
      state = State.OVER;
      chunk = made;
      over.run();
    } else if (made != null) {
      made.release();
    }
  }

  /** Ends the compression early, since the chunk is sent uncompressed or not at all. */
  public void abandon() {
    queue.remove(this);
    state = State.OVER;
    if (chunk != null) {
      chunk.release();
      chunk = null;
    }
  }
}
