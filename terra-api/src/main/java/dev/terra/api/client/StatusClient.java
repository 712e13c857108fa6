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

/** A client that requests the status of a controller. Closing it closes its connection. */
public final class StatusClient implements AutoCloseable {
  /** The most bytes of an answer. 10,000 events and as many shuffles fit. */
  private static final int MAX_MESSAGE_BYTES = 64 << 20;

  private final ManagedChannel channel;

  /** Creates a client of the controller at an address, without TLS. */
  public StatusClient(InetSocketAddress controller) {
    this(controller, InsecureChannelCredentials.create());
  }

  /** Creates a client of the controller at an address. */
  public StatusClient(InetSocketAddress controller, ChannelCredentials credentials) {
    this.channel = Grpc.newChannelBuilderForAddress(controller.getHostString(), controller.getPort(), credentials)
        .maxInboundMessageSize(MAX_MESSAGE_BYTES).build();
  }

  /**
   * Returns the controller's status.
   *
   * @throws io.grpc.StatusRuntimeException if the controller does not answer in time
   */
  public Status status(StatusRequest request, Duration timeout) {
    return ControllerGrpc.newBlockingStub(channel)
        .withDeadlineAfter(timeout.toMillis(), TimeUnit.MILLISECONDS)
        .getStatus(request);
  }

  /**
   * Returns how the network keeps tunnels on their paths.
   *
   * @throws io.grpc.StatusRuntimeException if the controller does not answer in time
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
