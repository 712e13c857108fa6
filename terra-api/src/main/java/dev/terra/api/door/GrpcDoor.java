package dev.terra.api.door;

import io.grpc.ForwardingServerCallListener.SimpleForwardingServerCallListener;
import io.grpc.Grpc;
import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerCredentials;
import io.grpc.ServerInterceptor;
import io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder;
import io.grpc.netty.shaded.io.netty.channel.Channel;
import io.grpc.netty.shaded.io.netty.channel.ChannelException;
import io.grpc.netty.shaded.io.netty.channel.ChannelOption;
import io.grpc.netty.shaded.io.netty.channel.EventLoopGroup;
import io.grpc.netty.shaded.io.netty.channel.socket.nio.NioServerSocketChannel;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.TimeUnit;

/**
 * The door of a gRPC server. With TLS, the certificate proves a connection at its first call. Without TLS, every connection counts as
 * proved by its first message.
 */
public final class GrpcDoor {
  /** The most bytes of a call's metadata: names and a trace. */
  private static final int MAX_METADATA_BYTES = 8 << 10;
  /**
   * The most calls of a connection. An agent has two streams to a controller, a handler one to an agent, a job master one for each shuffle
   * that waits.
   */
  private static final int MAX_CALLS_OF_CONNECTION = 128;
  /** The time after which a connection without a call is closed. A peer that needs a connection opens another one. */
  private static final long IDLE_SECONDS = 60;

  private final ShadedDoor door;
  private final ConcurrentMap<SocketAddress, Channel> connections = new ConcurrentHashMap<>();
  private volatile int typeOfService;

  /** Creates the door of a gRPC port. */
  public GrpcDoor(ShadedDoor door) {
    this.door = door;
  }

  /** Returns the builder of a server behind this door. The caller has to end the threads after the server. */
  public NettyServerBuilder server(InetSocketAddress address, ServerCredentials credentials, EventLoopGroup threads) {
    return NettyServerBuilder.forAddress(address, credentials)
        .channelFactory(() -> new Acceptor(this))
        .bossEventLoopGroup(threads)
        .workerEventLoopGroup(threads)
        .maxInboundMetadataSize(MAX_METADATA_BYTES)
        .maxConcurrentCallsPerConnection(MAX_CALLS_OF_CONNECTION)
        .maxConnectionIdle(IDLE_SECONDS, TimeUnit.SECONDS);
  }

  /** Sets the value of {@code IP_TOS} of packets on open and later connections. It is 0 at first. */
  public void mark(int value) {
    typeOfService = value;
    connections.values().forEach(this::mark);
  }

  /** Returns the value of {@code IP_TOS} of the socket of each open connection. */
  List<Integer> typesOfService() {
    return connections.values().stream().map(channel -> channel.config().getOption(ChannelOption.IP_TOS)).toList();
  }

  private void mark(Channel channel) {
    try {
      channel.config().setOption(ChannelOption.IP_TOS, typeOfService);
    } catch (ChannelException e) {
      // it is closed, and sends nothing any more
      return;
    }
  }

  /** Returns the interceptor that marks connections as proved by their calls. */
  public ServerInterceptor proofs() {
    return new Proofs();
  }

  private void accept(Channel channel) {
    SocketAddress remote = channel.remoteAddress();
    if (remote != null) {
      connections.put(remote, channel);
      channel.closeFuture().addListener(closed -> connections.remove(remote, channel));
    }
    mark(channel);
    door.admit(channel);
  }

  private void prove(SocketAddress remote) {
    Optional.ofNullable(connections.get(remote)).filter(channel -> !ShadedDoor.isProved(channel))
        .ifPresent(channel -> channel.eventLoop().execute(() -> ShadedDoor.prove(channel)));
  }

  /** A server channel that passes each accepted connection to the door before anything else. */
  private static final class Acceptor extends NioServerSocketChannel {
    private final GrpcDoor door;

    Acceptor(GrpcDoor door) {
      this.door = door;
    }

    @Override
    protected int doReadMessages(List<Object> accepted) throws Exception {
      int before = accepted.size();
      int count = super.doReadMessages(accepted);
      accepted.subList(before, accepted.size()).forEach(channel -> door.accept((Channel) channel));
      return count;
    }
  }

  private final class Proofs implements ServerInterceptor {
    @Override
    public <Q, A> ServerCall.Listener<Q> interceptCall(ServerCall<Q, A> call, Metadata headers, ServerCallHandler<Q, A> next) {
      SocketAddress remote = call.getAttributes().get(Grpc.TRANSPORT_ATTR_REMOTE_ADDR);
      if (call.getAttributes().get(Grpc.TRANSPORT_ATTR_SSL_SESSION) != null) {
        prove(remote);
        return next.startCall(call, headers);
      }
      return new SimpleForwardingServerCallListener<>(next.startCall(call, headers)) {
        @Override
        public void onMessage(Q message) {
          prove(remote);
          super.onMessage(message);
        }
      };
    }
  }
}
