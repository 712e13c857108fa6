package dev.terra.controller;

import dev.terra.api.timing.ProtocolTiming;
import dev.terra.api.v1.ControllerMessage;
import io.grpc.stub.ServerCallStreamObserver;
import org.jspecify.annotations.Nullable;

/**
 * The sending side of one agent's stream. An agent that does not read for too long loses its
 * stream: what it missed, it gets again on the next one.
 */
final class AttachedAgent extends PeerStream<ControllerMessage> {
  /** What an agent does not read within this time is worth less than a new stream with everything that is true then. */
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

  /** Sends a command; false if the stream is, or had to be, given up. */
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
