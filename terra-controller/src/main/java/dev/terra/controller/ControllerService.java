package dev.terra.controller;

import dev.terra.api.tls.PeerIdentity;
import dev.terra.api.v1.AgentReport;
import dev.terra.api.v1.ControllerGrpc;
import dev.terra.api.v1.ControllerMessage;
import dev.terra.api.v1.NetworkRequest;
import dev.terra.api.v1.NetworkStatus;
import dev.terra.api.v1.Status;
import dev.terra.api.v1.StatusRequest;
import dev.terra.core.failure.Failures;
import io.grpc.StatusRuntimeException;
import io.grpc.stub.ServerCallStreamObserver;
import io.grpc.stub.StreamObserver;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;

/** The gRPC service for agents and commands. It turns calls into events for the controller's thread. */
final class ControllerService extends ControllerGrpc.ControllerImplBase {
  private final Supplier<Duty> duty;
  private final boolean insecure;
  private final AtomicLong nextStream = new AtomicLong(1);

  /**
   * Creates the service. It looks up the controller's duty at every call; {@code insecure} is true if any identity that a client
   * claims is believed.
   */
  ControllerService(Supplier<Duty> duty, boolean insecure) {
    this.duty = duty;
    this.insecure = insecure;
  }

  @Override
  public StreamObserver<AgentReport> attach(StreamObserver<ControllerMessage> commands) {
    long id = nextStream.getAndIncrement();
    Optional<PeerIdentity> peer = PeerGate.peer();
    String from = CallerAddress.ofCall();
    ServerCallStreamObserver<ControllerMessage> observer = (ServerCallStreamObserver<ControllerMessage>) commands;
    observer.disableAutoRequest();
    observer.setOnCancelHandler(() -> duty.get().agents().closed(id, "its stream broke"));
    duty.get().agents().opened(id, observer);
    return new StreamObserver<>() {
      @Override
      public void onNext(AgentReport report) {
        Optional<String> site = report.hasHello() ? Optional.of(report.getHello().getSite())
            : report.hasHost() ? Optional.of(report.getHost().getSite()) : Optional.empty();
        if (site.isPresent() && peer.isPresent() && !peer.get().name().equals(site.get())) {
          duty.get().agents().refuse(id, "the agent claims to be of " + site.get() + ", but its certificate is of " + peer.get());
        } else {
          duty.get().agents().report(id, from(report, from));
        }
      }

      @Override
      public void onError(Throwable error) {
        duty.get().agents().closed(id, "its stream broke: " + Failures.inWords(error));
      }

      @Override
      public void onCompleted() {
        duty.get().agents().closed(id, "the agent closed its stream");
      }
    };
  }

  private static AgentReport from(AgentReport report, String address) {
    if (report.hasHello()) {
      return report.toBuilder().setHello(report.getHello().toBuilder().setFrom(address)).build();
    }
    return report.hasHost() ? report.toBuilder().setHost(report.getHost().toBuilder().setFrom(address)).build() : report;
  }

  @Override
  public void getStatus(StatusRequest request, StreamObserver<Status> answer) {
    duty.get().leading().ifPresentOrElse(leading -> {
      answer.onNext(StatusMessage.of(leading.loop().views().current(), request.getGrowth(), insecure));
      answer.onCompleted();
    }, () -> answer.onError(Duty.standsBy()));
  }

  @Override
  public void getNetwork(NetworkRequest request, StreamObserver<NetworkStatus> answer) {
    duty.get().leading().ifPresentOrElse(leading -> network(leading, request, answer), () -> answer.onError(Duty.standsBy()));
  }

  private static void network(Duty.Leading leading, NetworkRequest request, StreamObserver<NetworkStatus> answer) {
    NetworkReport network = leading.network();
    if (!request.getVerify()) {
      answer.onNext(network.of(leading.loop().views().current()));
      answer.onCompleted();
      return;
    }
    try {
      answer.onNext(network.verified(request.getFill()));
      answer.onCompleted();
    } catch (ExecutionException | TimeoutException e) {
      answer.onError(unavailable(Failures.inWords(e)));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      answer.onError(unavailable("the controller stops"));
    }
  }

  private static StatusRuntimeException unavailable(String why) {
    return io.grpc.Status.UNAVAILABLE.withDescription("the network cannot be verified: " + why).asRuntimeException();
  }
}
