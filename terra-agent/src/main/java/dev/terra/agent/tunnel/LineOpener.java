package dev.terra.agent.tunnel;

import dev.terra.agent.wire.FrameDecoder;
import dev.terra.api.process.Guard;
import dev.terra.api.process.OneShot;
import dev.terra.api.timing.ProtocolTiming;
import dev.terra.api.v1.TunnelHello;
import dev.terra.core.failure.Failures;
import dev.terra.core.limit.Backoff;
import dev.terra.core.wan.Path;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerContext;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Keeps the line to a neighbour open until it is closed here. It is used on the agent's thread only. */
final class LineOpener implements OpenHandler.Attempt {
  private static final Logger log = LoggerFactory.getLogger(LineOpener.class);
  private static final Guard GUARD = new Guard("an attempt at a line", log::warn);

  private final TunnelContext context;
  private final NeighbourLink link;
  private final Path path;
  private final Backoff backoff;
  private @Nullable Channel channel;
  private boolean closed;

  LineOpener(TunnelContext context, NeighbourLink link, Random random) {
    this.context = context;
    this.link = link;
    this.path = Path.of(List.of(context.site(), link.neighbour()));
    this.backoff = new Backoff(ProtocolTiming.RECONNECT, random);
  }

  void open() {
    if (closed) {
      return;
    }
    try {
      Hops.connectLine(context, link.neighbour(), new FrameDecoder(), new OpenHandler(context, this))
          .addListener((ChannelFutureListener) connected -> {
            if (!connected.isSuccess()) {
              failed(Failures.inWords(connected.cause()));
            }
          });
    } catch (RuntimeException | Error e) { // without another attempt the line would stay closed
      failed(e.toString());
    }
  }

  @Override
  public Path path() {
    return path;
  }

  @Override
  public int label() {
    return 0;
  }

  @Override
  public TunnelHello hello() {
    return OpenHandler.hello(context, path, Handshake.PIPES).setLine(true).build();
  }

  @Override
  public ChannelHandler opened(ChannelHandlerContext ctx, Tunnel.Peer peer, FrameDecoder decoder) {
    Channel opened = ctx.channel();
    opened.closeFuture().addListener(gone -> context.owner().execute(this::retry));
    context.owner().execute(() -> up(opened));
    return Line.opened(context, link, opened, decoder);
  }

  private void up(Channel opened) {
    channel = opened;
    backoff.reset();
    if (closed) {
      close();
    }
  }

  @Override
  public void failed(String why) {
    link.out().problem(why);
    context.owner().execute(this::retry);
  }

  private void retry() {
    channel = null;
    if (!closed) {
      OneShot timer = OneShot.after(context.owner(), backoff.nextDelayMillis(), TimeUnit.MILLISECONDS, GUARD, this::open);
      closed |= timer.isRefused();
    }
  }

  /** Stops opening the line, and closes it. */
  void close() {
    closed = true;
    if (channel != null) {
      channel.close().addListener(ChannelFutureListener.CLOSE_ON_FAILURE);
    }
  }
}
