package dev.terra.controller;

import dev.terra.api.v1.ControllerCommand;
import io.grpc.Status;
import io.grpc.stub.ServerCallStreamObserver;

/**
 * The sending side of one agent's stream, used by the controller's thread only. An agent that does not read for too long loses its
 * stream: what it missed, it is told again on the next one.
 */
final class AgentStream {
  /** What an agent does not read within this time is worth less than a new stream with everything that is true then. */
  private static final long SLOW_READER_NANOS = 2_000_000_000L;

  private final long id;
  private final ServerCallStreamObserver<ControllerCommand> observer;
  private long unreadSinceNanos = -1;
  private boolean over;

  AgentStream(long id, ServerCallStreamObserver<ControllerCommand> observer) {
    this.id = id;
    this.observer = observer;
  }

  long id() {
    return id;
  }

  /** Sends a command; false if the stream is, or had to be, given up. */
  boolean send(ControllerCommand command, long nowNanos) {
    if (over || observer.isCancelled()) {
      return false;
    }
    if (observer.isReady()) {
      unreadSinceNanos = -1;
    } else if (unreadSinceNanos < 0) {
      unreadSinceNanos = nowNanos;
    } else if (nowNanos - unreadSinceNanos > SLOW_READER_NANOS) {
      end("the agent has not read for " + SLOW_READER_NANOS / 1_000_000 + " ms");
      return false;
    }
    observer.onNext(command);
    return true;
  }

  /** Ends the stream and tells the agent why. */
  void end(String reason) {
    if (!over) {
      over = true;
      if (!observer.isCancelled()) {
        observer.onError(Status.ABORTED.withDescription(reason).asRuntimeException());
      }
    }
  }

  /** The agent has ended its side. */
  void complete() {
    if (!over) {
      over = true;
      if (!observer.isCancelled()) {
        observer.onCompleted();
      }
    }
  }

  /** One more report may come: the last one has been taken in. */
  void requestNext() {
    if (!over) {
      observer.request(1);
    }
  }

}
