package dev.terra.agent.tunnel;

import dev.terra.agent.door.PortDoor;
import dev.terra.agent.tls.AgentTls;
import dev.terra.core.failure.Failures;
import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.ByteToMessageDecoder;
import io.netty.handler.ssl.SslHandler;
import java.util.List;

/**
 * Stands first on a connection that was accepted where TLS is on. A neighbour that begins with TLS is let in as far as the
 * {@link TlsGate}; one that does not gets a plain refusal, in its own language.
 */
final class TlsDoor extends ByteToMessageDecoder {
  /** The first byte of TLS: a record of the handshake, RFC 8446. */
  private static final int HANDSHAKE_RECORD = 22;

  private final TunnelContext context;
  private final AgentTls tls;
  private boolean decided;

  TlsDoor(TunnelContext context, AgentTls tls) {
    this.context = context;
    this.tls = tls;
  }

  /** Passed on to the handlers behind when a certificate was shown. */
  @Override
  public void channelActive(ChannelHandlerContext ctx) {
    // nobody has said anything yet
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
        PortDoor.warn(ctx.channel(), "refused a connection from " + ctx.channel().remoteAddress() + ": " + Failures.inWords(shown.cause()));
      }
    });
    SslHandler handler = TlsGate.server(tls, ctx.channel());
    ctx.pipeline().addAfter(ctx.name(), "tls-gate", gate).addAfter(ctx.name(), "tls", handler).remove(this);
  }

  private void refuse(ChannelHandlerContext ctx) {
    String reason = "tunnels to " + context.site() + " need TLS, which the opener does not use";
    PortDoor.warn(ctx.channel(), "refused a tunnel from " + ctx.channel().remoteAddress() + ": " + reason);
    ctx.writeAndFlush(AcceptHandler.welcome(context, ctx, 0, Handshake.NEWEST_VERSION, reason))
        .addListener(ChannelFutureListener.CLOSE);
  }
}
