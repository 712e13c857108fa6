package dev.terra.agent.control;

import dev.terra.api.address.Ipv4;
import io.grpc.ChannelCredentials;
import io.grpc.EquivalentAddressGroup;
import io.grpc.NameResolver;
import io.grpc.NameResolverProvider;
import io.grpc.NameResolverRegistry;
import io.grpc.Status;
import io.grpc.StatusOr;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.util.List;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * A name resolver that looks a controller's name up whenever gRPC connects, so that a controller that moves is found. gRPC's own resolver
 * waits for up to minutes after a failure, keeps the addresses that it has found, and accepts no names with an underscore. The state is
 * used in the synchronization context of the channel only.
 */
final class NamedController extends NameResolver {
  private static final String SCHEME = "terra-controller";

  static {
    NameResolverRegistry.getDefaultRegistry().register(new Provider());
  }

  private final InetSocketAddress controller;
  private final Args channel;
  private final Executor lookups;
  private @Nullable Listener2 listener;
  private boolean busy;
  private boolean closed;

  private NamedController(InetSocketAddress controller, Args channel) {
    this.controller = controller;
    this.channel = channel;
    this.lookups = channel.getOffloadExecutor();
  }

  /** Returns the builder of a channel to a controller that is given by its name. */
  static NettyChannelBuilder channel(InetSocketAddress controller, ChannelCredentials credentials) {
    return NettyChannelBuilder.forTarget(SCHEME + ":///" + controller.getHostString() + ":" + controller.getPort(), credentials)
        .proxyDetector(target -> null);
  }

  /** Creates a resolver for each channel. */
  private static final class Provider extends NameResolverProvider {
    private static final int USUAL_PRIORITY = 5;

    @Override
    protected boolean isAvailable() {
      return true;
    }

    @Override
    protected int priority() {
      return USUAL_PRIORITY;
    }

    @Override
    public String getDefaultScheme() {
      return SCHEME;
    }

    @Override
    public @Nullable NameResolver newNameResolver(URI target, Args channel) {
      return target.getScheme().equals(SCHEME) ? new NamedController(Ipv4.peer(target.getPath().substring(1)), channel) : null;
    }
  }

  /** Returns the name without underscores, which an authority cannot contain. Certificates identify a controller without its name. */
  @Override
  public String getServiceAuthority() {
    return controller.getHostString().replace('_', '-') + ":" + controller.getPort();
  }

  @Override
  public void start(Listener2 to) {
    listener = to;
    lookUp();
  }

  @Override
  public void refresh() {
    lookUp();
  }

  private void lookUp() {
    if (!busy && !closed) {
      busy = true;
      lookups.execute(() -> {
        StatusOr<List<EquivalentAddressGroup>> found = find();
        channel.getSynchronizationContext().execute(() -> told(found));
      });
    }
  }

  private StatusOr<List<EquivalentAddressGroup>> find() {
    try {
      return StatusOr.fromValue(Ipv4.lookUp(controller).stream().map(EquivalentAddressGroup::new).toList());
    } catch (UnknownHostException e) {
      return StatusOr.fromStatus(Status.UNAVAILABLE.withDescription(e.getMessage()));
    }
  }

  private void told(StatusOr<List<EquivalentAddressGroup>> found) {
    busy = false;
    if (!closed && listener != null) {
      listener.onResult2(ResolutionResult.newBuilder().setAddressesOrError(found).build());
    }
  }

  @Override
  public void shutdown() {
    closed = true;
  }
}
