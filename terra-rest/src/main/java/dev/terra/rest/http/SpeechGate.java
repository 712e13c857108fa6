package dev.terra.rest.http;

import io.grpc.netty.shaded.io.netty.buffer.ByteBuf;
import io.grpc.netty.shaded.io.netty.buffer.Unpooled;
import io.grpc.netty.shaded.io.netty.channel.ChannelFutureListener;
import io.grpc.netty.shaded.io.netty.channel.ChannelHandlerContext;
import io.grpc.netty.shaded.io.netty.channel.ChannelInboundHandlerAdapter;
import io.grpc.netty.shaded.io.netty.util.ReferenceCountUtil;
import java.nio.charset.StandardCharsets;

/**
 * Checks a connection's first byte. A client that uses plain HTTP where TLS is expected, or the other way round, gets an answer in
 * plain text at once that explains it.
 */
@SuppressWarnings("FutureReturnValueIgnored") // a write that fails closes its channel, and that is noticed
final class SpeechGate extends ChannelInboundHandlerAdapter {
  /** The type of the first record of every TLS client. No HTTP request begins with it. */
  private static final int HANDSHAKE = 0x16;

  private final boolean tls;

  /** Creates a gate; {@code tls} is true if the port expects TLS. */
  SpeechGate(boolean tls) {
    this.tls = tls;
  }

  @Override
  public void channelRead(ChannelHandlerContext ctx, Object message) {
    boolean spoken = message instanceof ByteBuf bytes && bytes.isReadable() && bytes.getUnsignedByte(bytes.readerIndex()) == HANDSHAKE;
    if (spoken == tls) {
      ctx.fireChannelRead(message);
      ctx.pipeline().remove(this);
      return;
    }
    ReferenceCountUtil.release(message);
    ctx.writeAndFlush(Unpooled.copiedBuffer(answer(), StandardCharsets.US_ASCII)).addListener(ChannelFutureListener.CLOSE);
  }

  private String answer() {
    String words = tls ? "this port speaks TLS, and this request is plain: say https://\n"
        : "this port speaks plain HTTP, and this request is TLS: say http://\n";
    return "HTTP/1.1 400 Bad Request\r\nContent-Type: text/plain\r\nConnection: close\r\nContent-Length: " + words.length()
        + "\r\n\r\n" + words;
  }
}
