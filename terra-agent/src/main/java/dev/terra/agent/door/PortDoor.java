package dev.terra.agent.door;

import dev.terra.api.door.Entrance;
import dev.terra.api.door.Visitor;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.util.AttributeKey;
import io.netty.util.ReferenceCountUtil;
import java.util.Optional;

/**
 * The door of a port: bounds its connections and what strangers may say, before anything else looks at their bytes. Servers tell it when a
 * connection has proved who it is, and when a request is being answered. {@code ShadedDoor} does the same for the other Netty; both leave
 * the rules to the {@link Entrance}.
 */
public final class PortDoor {
  private static final AttributeKey<Visitor> VISITOR = AttributeKey.valueOf(PortDoor.class, "visitor");

  private final Entrance entrance;

  /** A door at an entrance. */
  public PortDoor(Entrance entrance) {
    this.entrance = entrance;
  }

  /** Stands first on a connection that was just accepted; false if it may not stay, and is closed. */
  public boolean admit(Channel channel) {
    Visitor visitor = new Visitor(entrance);
    channel.attr(VISITOR).set(visitor);
    channel.pipeline().addFirst("door", new Handler(visitor));
    return visitor.isIn();
  }

  private static Optional<Visitor> visitor(Channel channel) {
    return Optional.ofNullable(channel.attr(VISITOR).get());
  }

  /** The connection has proved who is at its other end; false if there are too many of those, and it is closed. */
  public static boolean prove(Channel channel) {
    return visitor(channel).map(Visitor::prove).orElse(true);
  }

  /** The connection's request is whole, and is being worked on. */
  public static void works(Channel channel) {
    visitor(channel).ifPresent(Visitor::works);
  }

  /** The last of an answer is being written: when it is, the next request is expected. On any thread. */
  public static void answered(ChannelFuture written) {
    visitor(written.channel()).ifPresent(visitor -> written.channel().eventLoop().execute(() -> {
      visitor.answers();
      written.addListener(done -> visitor.answered());
    }));
  }

  /** Writes a line about a connection to the log, if there is room for one. */
  public static void warn(Channel channel, String what) {
    visitor(channel).ifPresent(visitor -> visitor.warn(what));
  }

  private static final class Handler extends ChannelInboundHandlerAdapter {
    private final Visitor visitor;

    Handler(Visitor visitor) {
      this.visitor = visitor;
    }

    @Override
    public void handlerAdded(ChannelHandlerContext ctx) {
      Channel channel = ctx.channel();
      visitor.enter(channel.remoteAddress(), ctx.executor(),
          () -> channel.close().addListener(ChannelFutureListener.CLOSE_ON_FAILURE));
      channel.closeFuture().addListener(closed -> visitor.leave());
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
      if (message instanceof ByteBuf bytes && visitor.take(bytes.readableBytes())) {
        ctx.fireChannelRead(message);
      } else {
        ReferenceCountUtil.release(message);
        visitor.close();
      }
    }
  }
}
