package dev.terra.controller;

import com.google.protobuf.MessageLite;
import io.grpc.Status;
import io.grpc.stub.ServerCallStreamObserver;

/**
 * The sending side of a stream to a client of the controller, used by the controller's thread only.
 *
 * @param <T> what is sent
 */
abstract class PeerStream<T extends MessageLite> {
  /** Larger messages are compressed: they name the same sites over and over, and share links with what they are about. */
  private static final int COMPRESSED_BYTES = 300;

  private final ServerCallStreamObserver<T> observer;
  private boolean over;

  PeerStream(ServerCallStreamObserver<T> observer) {
    this.observer = observer;
    observer.setCompression("gzip");
  }

  /** Whether nothing can be sent any more. */
  final boolean isOver() {
    return over || observer.isCancelled();
  }

  /** Whether the other end reads as fast as is sent. */
  final boolean isReady() {
    return observer.isReady();
  }

  final void next(T message) {
    observer.setMessageCompression(message.getSerializedSize() > COMPRESSED_BYTES);
    observer.onNext(message);
  }

  /** Ends the stream and says why. */
  final void end(String reason) {
    if (!over) {
      over = true;
      if (!observer.isCancelled()) {
        observer.onError(Status.ABORTED.withDescription(reason).asRuntimeException());
      }
    }
  }

  /** The other end has ended its side. */
  final void complete() {
    if (!over) {
      over = true;
      if (!observer.isCancelled()) {
        observer.onCompleted();
      }
    }
  }

  /** One more message may come: the last one has been taken in. */
  final void requestNext() {
    if (!over) {
      observer.request(1);
    }
  }
}
