package dev.terra.agent.control;

import dev.terra.core.latency.ClassMarks;
import dev.terra.core.latency.LatencyClass;
import io.grpc.ChannelCredentials;
import io.grpc.InsecureChannelCredentials;
import io.grpc.ManagedChannel;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import io.grpc.netty.shaded.io.netty.channel.ChannelOption;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The connections of a process to the controllers, one to each. All streams of the process use them, so that a further stream need not wait
 * for a connection.
 */
public final class ControllerChannels implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(ControllerChannels.class);
  private static final long CLOSE_SECONDS = 2;
  /** The largest command. It is enough for a full epoch of thousands of bundles on ten paths each. */
  private static final int MAX_COMMAND_BYTES = 64 << 20;
  /** The usual mark of packets. Another mark that the controller names is not known before the connection is open. */
  private static final int TYPE_OF_SERVICE = ClassMarks.USUAL.typeOfService(LatencyClass.INTERACTIVE);

  private final List<End> ends;

  /**
   * The connection to one controller.
   *
   * @param plain true if it is without TLS
   */
  record End(InetSocketAddress address, ManagedChannel channel, boolean plain) {
    @Override
    public String toString() {
      return address.getHostString() + ":" + address.getPort();
    }
  }

  private ControllerChannels(List<End> ends) {
    this.ends = ends;
  }

  /** Creates channels to controllers. A channel connects when its first stream begins, and looks names up at each attempt. */
  public static ControllerChannels open(List<InetSocketAddress> controllers, ChannelCredentials credentials) {
    return new ControllerChannels(controllers.stream().map(address -> new End(address,
        to(address, credentials).withOption(ChannelOption.IP_TOS, TYPE_OF_SERVICE).maxInboundMessageSize(MAX_COMMAND_BYTES).build(),
        credentials instanceof InsecureChannelCredentials)).toList());
  }

  private static NettyChannelBuilder to(InetSocketAddress controller, ChannelCredentials credentials) {
    return controller.isUnresolved() ? NamedController.channel(controller, credentials)
        : NettyChannelBuilder.forAddress(controller, credentials);
  }

  /** Returns the connections, one for each controller. */
  List<End> ends() {
    return ends;
  }

  /** Ends all streams and closes the connections. It may be called twice, but not on the thread of a client. */
  @Override
  public void close() {
    ends.forEach(end -> end.channel().shutdownNow());
    try {
      for (End end : ends) {
        if (!end.channel().awaitTermination(CLOSE_SECONDS, TimeUnit.SECONDS)) {
          log.warn("the channel to the controller at {} did not close within {} s", end, CLOSE_SECONDS);
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
