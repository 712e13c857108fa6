package dev.terra.agent.door;

import dev.terra.api.door.Visit;
import dev.terra.api.process.Periodic;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.util.ReferenceCountUtil;
import java.net.InetSocketAddress;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** One connection at a port's door. On the connection's thread. */
final class PortDoorHandler extends ChannelInboundHandlerAdapter {
  private static final long LOOK_MILLIS = 500;
  /** For an answer to be read, besides the time for the next request. */
  private static final long READ_NANOS = TimeUnit.SECONDS.toNanos(25);

  private final PortVisits door;
  private Channel channel;
  private Optional<Visit> visit = Optional.empty();
  private Periodic watch;

  PortDoorHandler(PortVisits door) {
    this.door = door;
  }

  @Override
  public void handlerAdded(ChannelHandlerContext ctx) {
    channel = ctx.channel();
    if (channel.remoteAddress() instanceof InetSocketAddress remote) {
      visit = door.enter(channel, remote.getAddress());
    }
    if (visit.isEmpty()) {
      close();
      return;
    }
    watch = Periodic.every(ctx.executor(), LOOK_MILLIS, TimeUnit.MILLISECONDS, door.guard(), this::look);
    channel.closeFuture().addListener(closed -> {
      watch.cancel();
      visit.get().leave();
    });
  }

  boolean isIn() {
    return visit.isPresent();
  }

  boolean isProved() {
    return visit.isPresent() && visit.get().isProved();
  }

  boolean prove() {
    boolean fits = visit.isPresent() && visit.get().prove();
    if (!fits) {
      door.tell("no room for more connections, such as one of " + channel.remoteAddress());
      close();
    } else if (door.patience().isEmpty()) {
      watch.cancel();
    }
    return fits;
  }

  void works() {
    visit.ifPresent(Visit::works);
  }

  void answered(ChannelFuture written) {
    visit.ifPresent(one -> one.answered(door.nanos() + READ_NANOS));
    written.addListener(read -> visit.ifPresent(one -> one.answered(door.nanos())));
  }

  void warn(String what) {
    door.tell(what);
  }

  private void look() {
    if (visit.get().isLate(door.nanos(), door.patience())) {
      close();
    }
  }

  private void close() {
    channel.close().addListener(ChannelFutureListener.CLOSE_ON_FAILURE);
  }

  @Override
  public void channelRead(ChannelHandlerContext ctx, Object message) {
    boolean fits = message instanceof ByteBuf bytes && visit.isPresent() && visit.get().take(bytes.readableBytes());
    if (fits) {
      ctx.fireChannelRead(message);
    } else {
      ReferenceCountUtil.release(message);
      close();
    }
  }
}
