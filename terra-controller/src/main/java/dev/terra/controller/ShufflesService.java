package dev.terra.controller;

import dev.terra.api.v1.JobMasterNews;
import dev.terra.api.v1.JobMasterRequest;
import dev.terra.api.v1.ShufflesGrpc;
import io.grpc.stub.ServerCallStreamObserver;
import io.grpc.stub.StreamObserver;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;

/** The gRPC service for job masters. It turns their requests into events for the controller's thread. */
final class ShufflesService extends ShufflesGrpc.ShufflesImplBase {
  private final Supplier<Duty> duty;
  private final AtomicLong nextStream = new AtomicLong(1);

  /** Creates the service. It looks up the controller's duty at every stream. */
  ShufflesService(Supplier<Duty> duty) {
    this.duty = duty;
  }

  @Override
  public StreamObserver<JobMasterRequest> attach(StreamObserver<JobMasterNews> news) {
    Optional<Duty.Leading> leading = duty.get().leading();
    if (leading.isEmpty()) {
      news.onError(Duty.standsBy());
      return new Unheard();
    }
    return attach(leading.get().loop().masters(), news);
  }

  private StreamObserver<JobMasterRequest> attach(MasterStreams masters, StreamObserver<JobMasterNews> news) {
    long id = nextStream.getAndIncrement();
    ServerCallStreamObserver<JobMasterNews> observer = (ServerCallStreamObserver<JobMasterNews>) news;
    observer.disableAutoRequest();
    observer.setOnCancelHandler(() -> masters.closed(id));
    masters.opened(id, observer);
    return new StreamObserver<>() {
      @Override
      public void onNext(JobMasterRequest request) {
        masters.request(id, request);
      }

      @Override
      public void onError(Throwable error) {
        masters.closed(id);
      }

      @Override
      public void onCompleted() {
        masters.closed(id);
      }
    };
  }

  /** Ignores the messages that still arrive on a refused stream. */
  private static final class Unheard implements StreamObserver<JobMasterRequest> {
    @Override
    public void onNext(JobMasterRequest request) {
      // the job master sends it again to the controller that leads
    }

    @Override
    public void onError(Throwable error) {
      // the stream is over already
    }

    @Override
    public void onCompleted() {
      // the stream is over already
    }
  }
}
