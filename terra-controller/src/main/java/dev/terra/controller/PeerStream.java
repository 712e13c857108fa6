package dev.terra.controller;

import com.google.protobuf.MessageLite;
import io.grpc.Status;
import io.grpc.stub.ServerCallStreamObserver;

/**
 * The sending side of a stream to a client of the controller, used by the controller's thread only.
 *
 * @param <T> the type of the messages
 */
abstract class PeerStream<T extends MessageLite> {
  /** Messages larger than this are compressed, in bytes. They repeat the names of sites, and use the links whose traffic they control. */
  private static final int COMPRESSED_BYTES = 300;

  private final ServerCallStreamObserver<T> observer;
  private boolean over;

  PeerStream(ServerCallStreamObserver<T> observer) {
    this.observer = observer;
    observer.setCompression("gzip");
  }

  /** Returns whether nothing more can be sent. */
  final boolean isOver() {
    return over || observer.isCancelled();
  }

  /** Returns whether the other end reads as fast as messages are sent. */
  final boolean isReady() {
    return observer.isReady();
  }

  final void next(T message) {
    observer.setMessageCompression(message.getSerializedSize() > COMPRESSED_BYTES);
    observer.onNext(message);
  }

  /** Ends the stream with a reason. */
  final void end(String reason) {
    if (!over) {
      over = true;
      if (!observer.isCancelled()) {
        observer.onError(Status.ABORTED.withDescription(reason).asRuntimeException());
      }
    }
  }

  /** Ends the stream after the other end has ended its side. */
  final void complete() {
    if (!over) {
      over = true;
      if (!observer.isCancelled()) {
        observer.onCompleted();
      }
    }
  }

  /** Requests the next message, after the last one has been handled. */
  final void requestNext() {
    if (!over) {
      observer.request(1);
    }
  }
}
