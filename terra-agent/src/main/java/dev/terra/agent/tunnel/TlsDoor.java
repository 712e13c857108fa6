package dev.terra.agent.tunnel;

import dev.terra.api.tls.TlsFiles;
import dev.terra.core.failure.Failures;
import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.ByteToMessageDecoder;
import io.netty.handler.ssl.SslHandler;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Stands first on a connection that was accepted where TLS is on. A neighbour that begins with TLS is let in as far as the
 * {@link TlsGate}; one that does not is told so in its own language, a plain refusal.
 */
final class TlsDoor extends ByteToMessageDecoder {
  private static final Logger log = LoggerFactory.getLogger(TlsDoor.class);
  /** The first byte of TLS: a record of the handshake, RFC 8446. */
  private static final int HANDSHAKE_RECORD = 22;

  private final TunnelContext context;
  private final TlsFiles tls;
  private boolean decided;

  TlsDoor(TunnelContext context, TlsFiles tls) {
    this.context = context;
    this.tls = tls;
  }

  @Override
  public void channelActive(ChannelHandlerContext ctx) {
    Hops.after(ctx.channel(), Hops.HANDSHAKE_TIMEOUT_MILLIS, () -> {
      if (!decided) {
        ctx.close().addListener(ChannelFutureListener.CLOSE_ON_FAILURE);
      }
    });
  }

  @Override
  protected void decode(ChannelHandlerContext ctx, ByteBuf in, List<Object> out) {
    if (decided) {
      in.skipBytes(in.readableBytes());
    } else if (in.isReadable()) {
      decided = true;
      if (in.getUnsignedByte(in.readerIndex()) == HANDSHAKE_RECORD) {
        letIn(ctx);
      } else {
        in.skipBytes(in.readableBytes());
        refuse(ctx);
      }
    }
  }

  private void letIn(ChannelHandlerContext ctx) {
    TlsGate gate = TlsGate.forAnybody();
    gate.peer().addListener(shown -> {
      if (!shown.isSuccess()) {
        log.warn("refused a connection from {}: {}", ctx.channel().remoteAddress(), Failures.inWords(shown.cause()));
      }
    });
    SslHandler handler = TlsGate.end(tls, false);
    ctx.pipeline().addAfter(ctx.name(), "tls-gate", gate).addAfter(ctx.name(), "tls", handler).remove(this);
  }

  private void refuse(ChannelHandlerContext ctx) {
    String reason = "tunnels to " + context.site() + " need TLS, which the opener does not use";
    log.warn("refused a tunnel from {}: {}", ctx.channel().remoteAddress(), reason);
    ctx.writeAndFlush(AcceptHandler.welcome(context, ctx, 0, Handshake.NEWEST_VERSION, reason))
        .addListener(ChannelFutureListener.CLOSE);
  }
}
