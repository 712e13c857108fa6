package dev.terra.agent.compress;

import io.netty.buffer.ByteBuf;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The compression of one chunk: it waits for a thread, runs on one, and is over, with the compressed chunk or without. The chunk's owner
 * may abandon it at any time, whatever its state. On the agent's thread.
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

  /** How the compression of a chunk is asked for: for which bundle's sake, and what is to be done when it is over. */
  public record Order(CompressionChoice choice, Runnable over) {}

  /** One that waits in a queue. */
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

  /** Whether it has been running for no longer than so. */
  public boolean isRunning(long forNanos, long nowNanos) {
    return state == State.RUNS && nowNanos - begunNanos < forNanos;
  }

  /** The compressed chunk, once there is one. */
  public Optional<CompressedChunk> chunk() {
    return Optional.ofNullable(chunk);
  }

  /** Takes the compressed chunk out, to be released by the taker. */
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

  /** It has nothing to show. */
  void skip() {
    state = State.OVER;
  }

  /** It has run; takes the chunk over. */
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

  /** The chunk goes as it is, or does not go. */
  public void abandon() {
    queue.remove(this);
    state = State.OVER;
    if (chunk != null) {
      chunk.release();
      chunk = null;
    }
  }
}
