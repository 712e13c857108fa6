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
 * The first channel handler of a port's connections. It bounds the number of connections and the bytes that strangers may send, before any
 * other handler processes these bytes. Servers notify it when a connection has proved its identity, and when a request is being answered.
 * {@code ShadedDoor} does the same for the other Netty; both leave the rules to the {@link Entrance}.
 */
public final class PortDoor {
  private static final AttributeKey<Visitor> VISITOR = AttributeKey.valueOf(PortDoor.class, "visitor");

  private final Entrance entrance;

  /** Creates a door at an entrance. */
  public PortDoor(Entrance entrance) {
    this.entrance = entrance;
  }

  /** Installs the door on a connection that was just accepted. Returns false if the connection may not stay, and closes it. */
  public boolean admit(Channel channel) {
    Visitor visitor = new Visitor(entrance);
    channel.attr(VISITOR).set(visitor);
    channel.pipeline().addFirst("door", new Handler(visitor));
    return visitor.isIn();
  }

  private static Optional<Visitor> visitor(Channel channel) {
    return Optional.ofNullable(channel.attr(VISITOR).get());
  }

  /** Notes that a connection has proved the identity of its peer. Returns false if there are too many such connections, and closes it. */
  public static boolean prove(Channel channel) {
    return visitor(channel).map(Visitor::prove).orElse(true);
  }

  /** Notes that the connection's request is complete and is being worked on. */
  public static void works(Channel channel) {
    visitor(channel).ifPresent(Visitor::works);
  }

  /**
   * Notes that the last part of an answer is being written. Once it is written, the next request is expected. It may be called on any
   * thread.
   */
  public static void answered(ChannelFuture written) {
    visitor(written.channel()).ifPresent(visitor -> written.channel().eventLoop().execute(() -> {
      visitor.answers();
      written.addListener(done -> visitor.answered());
    }));
  }

  /** Writes a line about a connection to the log, if the limit on lines allows it. */
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
