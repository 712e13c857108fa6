package dev.terra.agent.tunnel;

import dev.terra.agent.door.PortDoor;
import dev.terra.agent.pipe.PipeNumber;
import dev.terra.agent.pipe.PipeOrder;
import dev.terra.agent.tls.AgentTls;
import dev.terra.agent.wire.FrameDecoder;
import dev.terra.core.failure.Failures;
import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOption;
import io.netty.channel.ChannelPipeline;
import io.netty.handler.codec.ByteToMessageDecoder;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The first handler of an accepted connection. It detects from the first bytes what the connection is. TLS is admitted as far as the
 * {@link TlsGate}. A pipe has to begin with a number that was promised; the bytes behind it are for the next site or, where the tunnel
 * ends, are handled like those of any other connection. Plain frames are accepted where there is no TLS. Where there is TLS, they are
 * refused with a plain frame.
 */
final class FirstBytes extends ByteToMessageDecoder {
  /** The first byte of TLS: the type of a handshake record, RFC 8446. */
  private static final int HANDSHAKE_RECORD = 22;

  private final TunnelContext context;
  private final TunnelEvents events;
  private final Door door;
  private boolean decided;

  FirstBytes(TunnelContext context, TunnelEvents events, Door door) {
    this.context = context;
    this.events = events;
    this.door = door;
  }

  @Override
  protected void decode(ChannelHandlerContext ctx, ByteBuf in, List<Object> out) {
    if (decided) {
      in.skipBytes(in.readableBytes());
    } else if (in.getUnsignedByte(in.readerIndex()) == HANDSHAKE_RECORD && context.tls().isPresent()) {
      decided = true;
      letIn(ctx, context.tls().orElseThrow(), door);
    } else if (in.readableBytes() >= Integer.BYTES) {
      beginsPlain(ctx, in);
    }
  }

  private void beginsPlain(ChannelHandlerContext ctx, ByteBuf in) {
    if (door instanceof Door.OfLinks && in.getInt(in.readerIndex()) == PipeNumber.MAGIC) {
      if (in.readableBytes() >= PipeNumber.OPENING_BYTES) {
        decided = true;
        pipe(ctx, PipeNumber.read(in));
      }
    } else if (context.tls().isEmpty()) {
      decided = true;
      letIn(ctx, null, door);
    } else {
      decided = true;
      in.skipBytes(in.readableBytes());
      refuse(ctx);
    }
  }

  /** Replaces this handler by others. Bytes that have arrived already are passed on to them. */
  private void letIn(ChannelHandlerContext ctx, @Nullable AgentTls tls, Door through) {
    ChannelPipeline pipeline = ctx.pipeline();
    if (tls != null) {
      pipeline.addLast("tls", TlsGate.server(tls, ctx.channel())).addLast("tls-gate", gate(ctx));
    }
    FrameDecoder decoder = new FrameDecoder();
    pipeline.addLast(new FlushSoon(), decoder, new AcceptHandler(context, events, decoder, through));
    pipeline.remove(this);
  }

  private static TlsGate gate(ChannelHandlerContext ctx) {
    TlsGate gate = TlsGate.forAnybody();
    gate.peer().addListener(shown -> {
      if (!shown.isSuccess()) {
        PortDoor.warn(ctx.channel(), "refused a connection from " + ctx.channel().remoteAddress() + ": " + Failures.inWords(shown.cause()));
      }
    });
    return gate;
  }

  private void refuse(ChannelHandlerContext ctx) {
    AcceptHandler.refuse(context, ctx, 0, "tunnels to " + context.site() + " need TLS, which the opener does not use");
  }

  private void pipe(ChannelHandlerContext ctx, PipeNumber number) {
    Optional<PipeOrder> order = context.pipes().begin(number, context.ticker().read());
    order.ifPresent(begun -> ctx.channel().closeFuture().addListener(closed -> context.pipes().ended(begun)));
    if (order.isEmpty()) {
      close(ctx, "its number is wrong, expired or already used");
    } else if (PortDoor.prove(ctx.channel())) {
      begin(ctx, number, order.get());
    }
  }

  private void begin(ChannelHandlerContext ctx, PipeNumber number, PipeOrder order) {
    try {
      context.accepted().count(order.path(), ctx.channel());
    } catch (IllegalArgumentException e) {
      close(ctx, Failures.inWords(e));
      return;
    }
    if (order.bufferBytes() > 0) {
      ctx.channel().config().setOption(ChannelOption.SO_RCVBUF, order.bufferBytes());
    }
    if (order.next().isPresent()) {
      new PipeRelay(context, order, ctx.channel(), number).begin();
      ctx.pipeline().remove(this);
    } else {
      end(ctx, number, order);
    }
  }

  /** Handles a pipe whose tunnel ends here. The tunnel's opener has to show its certificate and send a hello in time. */
  private void end(ChannelHandlerContext ctx, PipeNumber number, PipeOrder order) {
    NeighbourLink link = context.link(order.previous()).orElseThrow();
    link.in().add(ctx.channel(), number, new EndSide(ctx.channel()));
    link.measurement().count(ctx.channel());
    Hops.after(ctx.channel(), Hops.HANDSHAKE_TIMEOUT_MILLIS, () -> {
      if (ctx.channel().pipeline().get(AcceptHandler.class) != null) {
        close(ctx, "no hello for " + order.path() + " arrived within " + Hops.HANDSHAKE_TIMEOUT_MILLIS + " ms");
      }
    });
    letIn(ctx, context.tls().orElse(null), new Door.OfPipe(order));
  }

  private static void close(ChannelHandlerContext ctx, String why) {
    PortDoor.warn(ctx.channel(), "closed a pipe from " + ctx.channel().remoteAddress() + ": " + why);
    ctx.channel().close().addListener(ChannelFutureListener.CLOSE_ON_FAILURE);
  }
}
