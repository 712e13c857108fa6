package dev.terra.controller;

import dev.terra.api.tls.PeerIdentity;
import dev.terra.api.v1.AgentReport;
import dev.terra.api.v1.ControllerGrpc;
import dev.terra.api.v1.ControllerMessage;
import dev.terra.api.v1.NetworkRequest;
import dev.terra.api.v1.NetworkStatus;
import dev.terra.api.v1.Status;
import dev.terra.api.v1.StatusRequest;
import io.grpc.StatusRuntimeException;
import io.grpc.stub.ServerCallStreamObserver;
import io.grpc.stub.StreamObserver;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;

/** The gRPC side: turns calls into events for the controller's thread. */
final class ControllerService extends ControllerGrpc.ControllerImplBase {
  private final ControllerLoop loop;
  private final NetworkReport network;
  private final AtomicLong nextStream = new AtomicLong(1);

  ControllerService(ControllerLoop loop, NetworkReport network) {
    this.loop = loop;
    this.network = network;
  }

  @Override
  public StreamObserver<AgentReport> attach(StreamObserver<ControllerMessage> commands) {
    long id = nextStream.getAndIncrement();
    Optional<PeerIdentity> peer = PeerGate.peer();
    ServerCallStreamObserver<ControllerMessage> observer = (ServerCallStreamObserver<ControllerMessage>) commands;
    observer.disableAutoRequest();
    observer.setOnCancelHandler(() -> loop.agents().closed(id, "its stream broke"));
    loop.agents().opened(id, observer);
    return new StreamObserver<>() {
      @Override
      public void onNext(AgentReport report) {
        if (report.hasHello() && peer.isPresent() && !peer.get().name().equals(report.getHello().getSite())) {
          loop.agents().refuse(id, "the agent says it is of " + report.getHello().getSite() + ", but its certificate is of " + peer.get());
        } else {
          loop.agents().report(id, report);
        }
      }

      @Override
      public void onError(Throwable error) {
        loop.agents().closed(id, "its stream broke: " + error.getMessage());
      }

      @Override
      public void onCompleted() {
        loop.agents().closed(id, "it said goodbye");
      }
    };
  }

  @Override
  public void getStatus(StatusRequest request, StreamObserver<Status> answer) {
    answer.onNext(StatusMessage.of(loop.views().current(), request.getGrowth()));
    answer.onCompleted();
  }

  @Override
  public void getNetwork(NetworkRequest request, StreamObserver<NetworkStatus> answer) {
    if (!request.getVerify()) {
      answer.onNext(network.of(loop.views().current()));
      answer.onCompleted();
      return;
    }
    try {
      answer.onNext(network.verified());
      answer.onCompleted();
    } catch (ExecutionException | TimeoutException e) {
      answer.onError(unavailable(String.valueOf(e.getMessage())));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      answer.onError(unavailable("the controller stops"));
    }
  }

  private static StatusRuntimeException unavailable(String why) {
    return io.grpc.Status.UNAVAILABLE.withDescription("the network cannot be verified: " + why).asRuntimeException();
  }
}
