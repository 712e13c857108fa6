package dev.terra.controller;

import dev.terra.api.v1.JobMasterNews;
import io.grpc.Status;
import io.grpc.stub.ServerCallStreamObserver;

/** The sending side of one job master's stream, used by the controller's thread only. */
final class MasterStream {
  private final ServerCallStreamObserver<JobMasterNews> observer;
  private boolean over;

  MasterStream(ServerCallStreamObserver<JobMasterNews> observer) {
    this.observer = observer;
  }

  /** Sends news; progress is left out while the job master does not read, results are not. */
  void send(JobMasterNews news) {
    if (!over && !observer.isCancelled() && (observer.isReady() || news.hasResult() || news.hasWelcome())) {
      observer.onNext(news);
    }
  }

  /** Ends the stream and says why. */
  void end(String reason) {
    if (!over) {
      over = true;
      if (!observer.isCancelled()) {
        observer.onError(Status.ABORTED.withDescription(reason).asRuntimeException());
      }
    }
  }

  /** The job master has ended its side. */
  void complete() {
    if (!over) {
      over = true;
      if (!observer.isCancelled()) {
        observer.onCompleted();
      }
    }
  }

  /** One more request may come. */
  void requestNext() {
    if (!over) {
      observer.request(1);
    }
  }
}
