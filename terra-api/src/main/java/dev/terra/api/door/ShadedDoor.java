package dev.terra.api.door;

import io.grpc.netty.shaded.io.netty.buffer.ByteBuf;
import io.grpc.netty.shaded.io.netty.channel.Channel;
import io.grpc.netty.shaded.io.netty.channel.ChannelFuture;
import io.grpc.netty.shaded.io.netty.channel.ChannelFutureListener;
import io.grpc.netty.shaded.io.netty.channel.ChannelHandlerContext;
import io.grpc.netty.shaded.io.netty.channel.ChannelInboundHandlerAdapter;
import io.grpc.netty.shaded.io.netty.util.AttributeKey;
import io.grpc.netty.shaded.io.netty.util.ReferenceCountUtil;
import java.util.Optional;

/**
 * The door of a port that gRPC's own Netty serves. It bounds the port's connections and the bytes of strangers before anything else reads
 * these bytes. Servers report to it when a connection's peer has proved who it is, and when a request is being answered. {@code PortDoor}
 * does the same for the other Netty; the {@link Entrance} has the rules of both.
 */
public final class ShadedDoor {
  private static final AttributeKey<Visitor> VISITOR = AttributeKey.valueOf(ShadedDoor.class, "visitor");

  private final Entrance entrance;

  /** Creates a door with the rules of an entrance. */
  public ShadedDoor(Entrance entrance) {
    this.entrance = entrance;
  }

  /**
   * Adds the door as the first handler of a connection that was just accepted. Returns false if the connection may not stay; it is then
   * closed.
   */
  public boolean admit(Channel channel) {
    Visitor visitor = new Visitor(entrance);
    channel.attr(VISITOR).set(visitor);
    channel.pipeline().addFirst("door", new Handler(visitor));
    return visitor.isIn();
  }

  private static Optional<Visitor> visitor(Channel channel) {
    return Optional.ofNullable(channel.attr(VISITOR).get());
  }

  /** Notes that a connection's peer has proved who it is. Returns false if there are too many proved connections; it is then closed. */
  public static boolean prove(Channel channel) {
    return visitor(channel).map(Visitor::prove).orElse(true);
  }

  /** Returns whether the connection's peer has proved who it is. */
  public static boolean isProved(Channel channel) {
    return visitor(channel).map(Visitor::isProved).orElse(true);
  }

  /** Notes that the connection's request is complete and is being processed. */
  public static void works(Channel channel) {
    visitor(channel).ifPresent(Visitor::works);
  }

  /**
   * Notes that the last part of an answer is being written. After it is written, the next request is expected. It may be called on any
   * thread.
   */
  public static void answered(ChannelFuture written) {
    visitor(written.channel()).ifPresent(visitor -> written.channel().eventLoop().execute(() -> {
      visitor.answers();
      written.addListener(done -> visitor.answered());
    }));
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
