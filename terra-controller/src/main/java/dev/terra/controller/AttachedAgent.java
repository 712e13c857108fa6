package dev.terra.controller;

import dev.terra.api.timing.ProtocolTiming;
import dev.terra.api.v1.ControllerMessage;
import io.grpc.stub.ServerCallStreamObserver;
import org.jspecify.annotations.Nullable;

/**
 * The sending side of one agent's stream. The stream of an agent that does not read for too long is ended: on its next stream, the
 * agent receives again what it missed.
 */
final class AttachedAgent extends PeerStream<ControllerMessage> {
  /**
   * The longest time for which an agent may leave messages unread. After that time, a new stream, which begins with the whole present
   * state, is worth more.
   */
  private static final long SLOW_READER_NANOS = ProtocolTiming.SLOW_READER.nanos();

  private final long id;
  private @Nullable Long unreadSinceNanos;

  AttachedAgent(long id, ServerCallStreamObserver<ControllerMessage> observer) {
    super(observer);
    this.id = id;
  }

  long id() {
    return id;
  }

  /** Sends a command. Returns false if the stream is over, or had to be ended. */
  boolean send(ControllerMessage command, long nowNanos) {
    if (isOver()) {
      return false;
    }
    if (isReady()) {
      unreadSinceNanos = null;
    } else if (unreadSinceNanos == null) {
      unreadSinceNanos = nowNanos;
    } else if (nowNanos - unreadSinceNanos > SLOW_READER_NANOS) {
      end("the agent has not read for " + SLOW_READER_NANOS / 1_000_000 + " ms");
      return false;
    }
    next(command);
    return true;
  }
}
