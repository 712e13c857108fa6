package dev.terra.agent.tunnel;

import dev.terra.agent.pipe.PipeNumber;
import dev.terra.agent.pipe.PipeOrder;
import dev.terra.agent.wire.FrameDecoder;
import dev.terra.api.process.Guard;
import dev.terra.api.process.OneShot;
import dev.terra.api.timing.ProtocolTiming;
import dev.terra.api.v1.TunnelHello;
import dev.terra.core.failure.Failures;
import dev.terra.core.limit.Backoff;
import dev.terra.core.wan.Path;
import dev.terra.core.wan.SiteId;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.util.concurrent.Future;
import java.net.InetSocketAddress;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Keeps one connection of a path's tunnel open until it is retired or closed. It is used on the agent's thread only. */
final class TunnelOpener implements OpenHandler.Attempt {
  private static final Logger log = LoggerFactory.getLogger(TunnelOpener.class);
  private static final Guard GUARD = new Guard("an attempt at a tunnel", log::warn);
  private static final String NOT_PLANNED = "no longer planned";
  /** The time between two checks whether anything is still under way on a tunnel that is not planned any more. */
  private static final long LOOK_MILLIS = 100;
  private static final long MAX_LOOKS = ProtocolTiming.TUNNEL_RETIRED.millis() / LOOK_MILLIS;

  private final TunnelContext context;
  private final TunnelEvents events;
  private final TunnelLine line;
  private final Random random;
  private final Backoff backoff;
  private long looks;
  private @Nullable Tunnel tunnel;
  private boolean closed;
  private String reason = "not opened yet";

  TunnelOpener(TunnelContext context, TunnelEvents events, TunnelLine line, Random random) {
    this.context = context;
    this.events = events;
    this.line = line;
    this.random = random;
    this.backoff = new Backoff(ProtocolTiming.RECONNECT, random);
  }

  @Override
  public int label() {
    return line.label();
  }

  Optional<Tunnel> tunnel() {
    return Optional.ofNullable(tunnel);
  }

  /** Returns why the connection is down. */
  String reason() {
    return reason;
  }

  void open() {
    if (closed) {
      return;
    }
    try {
      connect();
    } catch (RuntimeException | Error e) { // without another attempt the tunnel would stay closed
      retryLater(e.toString());
    }
  }

  private void connect() {
    if (line.target().isEndToEnd() || path().sites().size() == 2) {
      connect(hop());
    } else {
      orderPipe();
    }
  }

  private void connect(Hops.Target target) {
    Hops.connect(context, target, new FrameDecoder(), new OpenHandler(context, this))
        .addListener((ChannelFutureListener) connected -> {
          if (!connected.isSuccess()) {
            failed(EndSide.closeReason(connected.channel(), Failures.inWords(connected.cause())));
          }
        });
  }

  private Hops.Target hop() {
    Optional<InetSocketAddress> from = line.target().connectFrom().map(sources -> sources.any(random));
    return new Hops.Target(next(), path().to(), line.bufferBytes(), new Hops.Ends(line.target().connectTo(), from), Optional.empty());
  }

  private SiteId next() {
    return path().sites().get(1);
  }

  /**
   * Orders a pipe for a tunnel that other sites relay. The first of these sites promises a pipe, and each site orders the next part of it
   * from the site behind it.
   */
  private void orderPipe() {
    LinkWay way = context.link(next()).orElseThrow().out();
    Optional<LineEnd> toNext = way.line();
    if (toNext.isEmpty()) {
      failed("there is no line to " + next() + ": " + way.problem());
      return;
    }
    PipeOrder order = PipeOrder.first(path(), line.bufferBytes());
    toNext.get().request(order).addListener((Future<PipeNumber> answered) -> {
      if (answered.isSuccess()) {
        connect(Hops.Target.pipe(order, toNext.get().remoteAddress(), answered.getNow()));
      } else {
        failed(Failures.inWords(answered.cause()));
      }
    });
  }

  @Override
  public Path path() {
    return line.path();
  }

  @Override
  public TunnelHello hello() {
    return OpenHandler.hello(context, path(), Handshake.OLDEST_VERSION).setBufferBytes(line.bufferBytes())
        .setEndToEnd(line.target().isEndToEnd() || path().sites().size() > 2).build();
  }

  @Override
  public ChannelHandler opened(ChannelHandlerContext ctx, Tunnel.Peer peer, FrameDecoder decoder) {
    Tunnel opened = new Tunnel(path(), true, label(), peer, new Outgoing(ctx.channel(), context.owner()));
    if (line.target().isEndToEnd()) {
      opened.measureFrom(ctx.channel());
    }
    context.owner().execute(() -> {
      if (closed) {
        opened.close(NOT_PLANNED);
      }
    });
    return new EndpointHandler(context, events, decoder, opened);
  }

  @Override
  public void failed(String why) {
    context.owner().execute(() -> retryLater(why));
  }

  private void retryLater(String why) {
    reason = why;
    if (!closed) {
      events.unavailable(line.path(), why);
      retry();
    }
  }

  private void retry() {
    OneShot timer = OneShot.after(context.owner(), backoff.nextDelayMillis(), TimeUnit.MILLISECONDS, GUARD, this::open);
    closed |= timer.isRefused();
  }

  void up(Tunnel opened) {
    tunnel = opened;
    backoff.reset();
  }

  void down(Tunnel gone, String why) {
    if (tunnel == gone) {
      tunnel = null;
      reason = why;
      if (!closed) {
        retry();
      }
    }
  }

  /** Stops opening the connection, and closes the tunnel as soon as the bytes under way on it have arrived. */
  void retire() {
    closed = true;
    if (tunnel != null) {
      tunnel.retire();
      closeWhenUnused(tunnel);
    }
  }

  private void closeWhenUnused(Tunnel retired) {
    if (!retired.isAwaiting() || ++looks > MAX_LOOKS
        || OneShot.after(context.owner(), LOOK_MILLIS, TimeUnit.MILLISECONDS, GUARD, () -> closeWhenUnused(retired)).isRefused()) {
      retired.close(NOT_PLANNED);
    }
  }

  /** Stops opening the connection, and closes the tunnel at once. */
  void close() {
    closed = true;
    if (tunnel != null) {
      tunnel.close(NOT_PLANNED);
    }
  }
}
