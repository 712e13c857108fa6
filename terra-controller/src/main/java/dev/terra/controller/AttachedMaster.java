package dev.terra.controller;

import dev.terra.api.v1.JobMasterNews;
import io.grpc.stub.ServerCallStreamObserver;

/** The sending side of one job master's stream. */
final class AttachedMaster extends PeerStream<JobMasterNews> {
  AttachedMaster(ServerCallStreamObserver<JobMasterNews> observer) {
    super(observer);
  }

  /** Sends a message. While the job master does not read, progress messages are dropped, but results are not. */
  void send(JobMasterNews news) {
    if (!isOver() && (isReady() || news.hasResult() || news.hasWelcome())) {
      next(news);
    }
  }
}
