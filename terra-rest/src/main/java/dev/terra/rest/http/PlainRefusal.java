package dev.terra.rest.http;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.util.ReferenceCountUtil;
import java.nio.charset.StandardCharsets;

/** Before TLS: whoever begins without it is told so, in plain text, as nothing else would be understood. */
final class PlainRefusal extends ChannelInboundHandlerAdapter {
  /** The type of the record that every client of TLS begins with. */
  private static final int HANDSHAKE = 0x16;
  private static final String WORDS = "this port speaks TLS, and this request is plain: say https://\n";
  private static final String ANSWER = "HTTP/1.1 400 Bad Request\r\nContent-Type: text/plain\r\nConnection: close\r\nContent-Length: "
      + WORDS.length() + "\r\n\r\n" + WORDS;

  @Override
  public void channelRead(ChannelHandlerContext ctx, Object message) {
    boolean plain = message instanceof ByteBuf bytes && bytes.isReadable() && bytes.getUnsignedByte(bytes.readerIndex()) != HANDSHAKE;
    if (!plain) {
      ctx.fireChannelRead(message);
      ctx.pipeline().remove(this);
      return;
    }
    ReferenceCountUtil.release(message);
    ctx.writeAndFlush(Unpooled.copiedBuffer(ANSWER, StandardCharsets.US_ASCII)).addListener(ChannelFutureListener.CLOSE);
  }
}
