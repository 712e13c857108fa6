package dev.terra.api.client;

import dev.terra.api.v1.ControllerGrpc;
import dev.terra.api.v1.NetworkRequest;
import dev.terra.api.v1.NetworkStatus;
import dev.terra.api.v1.Status;
import dev.terra.api.v1.StatusRequest;
import io.grpc.ChannelCredentials;
import io.grpc.Grpc;
import io.grpc.InsecureChannelCredentials;
import io.grpc.ManagedChannel;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** Asks a controller for its status. Closes its connection when it is closed. */
public final class StatusClient implements AutoCloseable {
  /** 10,000 events and as many shuffles fit. */
  private static final int MAX_MESSAGE_BYTES = 64 << 20;

  private final ManagedChannel channel;

  /** A client of the controller at an address, without TLS. */
  public StatusClient(InetSocketAddress controller) {
    this(controller, InsecureChannelCredentials.create());
  }

  /** A client of the controller at an address. */
  public StatusClient(InetSocketAddress controller, ChannelCredentials credentials) {
    this.channel = Grpc.newChannelBuilderForAddress(controller.getHostString(), controller.getPort(), credentials)
        .maxInboundMessageSize(MAX_MESSAGE_BYTES).build();
  }

  /**
   * The controller's status.
   *
   * @throws io.grpc.StatusRuntimeException if it does not answer in time
   */
  public Status status(StatusRequest request, Duration timeout) {
    return ControllerGrpc.newBlockingStub(channel)
        .withDeadlineAfter(timeout.toMillis(), TimeUnit.MILLISECONDS)
        .getStatus(request);
  }

  /**
   * How tunnels follow their paths.
   *
   * @throws io.grpc.StatusRuntimeException if it does not answer in time
   */
  public NetworkStatus network(NetworkRequest request, Duration timeout) {
    return ControllerGrpc.newBlockingStub(channel)
        .withDeadlineAfter(timeout.toMillis(), TimeUnit.MILLISECONDS)
        .getNetwork(request);
  }

  @Override
  public void close() {
    channel.shutdownNow();
  }
}
