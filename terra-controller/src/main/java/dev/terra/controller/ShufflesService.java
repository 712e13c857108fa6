package dev.terra.controller;

import dev.terra.api.v1.JobMasterNews;
import dev.terra.api.v1.JobMasterRequest;
import dev.terra.api.v1.ShufflesGrpc;
import io.grpc.stub.ServerCallStreamObserver;
import io.grpc.stub.StreamObserver;
import java.util.concurrent.atomic.AtomicLong;

/** The gRPC side for job masters: turns what they say into events for the controller's thread. */
final class ShufflesService extends ShufflesGrpc.ShufflesImplBase {
  private final ControllerLoop loop;
  private final AtomicLong nextStream = new AtomicLong(1);

  ShufflesService(ControllerLoop loop) {
    this.loop = loop;
  }

  @Override
  public StreamObserver<JobMasterRequest> attach(StreamObserver<JobMasterNews> news) {
    long id = nextStream.getAndIncrement();
    ServerCallStreamObserver<JobMasterNews> observer = (ServerCallStreamObserver<JobMasterNews>) news;
    observer.disableAutoRequest();
    observer.setOnCancelHandler(() -> loop.masters().closed(id));
    loop.masters().opened(id, observer);
    return new StreamObserver<>() {
      @Override
      public void onNext(JobMasterRequest request) {
        loop.masters().request(id, request);
      }

      @Override
      public void onError(Throwable error) {
        loop.masters().closed(id);
      }

      @Override
      public void onCompleted() {
        loop.masters().closed(id);
      }
    };
  }
}
