package dev.terra.agent.http;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.ByteToMessageDecoder;
import java.util.List;

/**
 * The first channel handler of a connection to a port with TLS. If the connection begins with TLS, the TLS handler is added, which admits
 * handlers of the site only. Any other connection stays plain, and {@link FetchHandler} answers that TLS is required.
 */
final class FetchDoor extends ByteToMessageDecoder {
  /** The first byte of TLS: a record of the handshake (RFC 8446). */
  private static final int HANDSHAKE_RECORD = 22;

  private final SiteTls tls;

  FetchDoor(SiteTls tls) {
    this.tls = tls;
  }

  @Override
  protected void decode(ChannelHandlerContext ctx, ByteBuf in, List<Object> out) {
    if (in.getUnsignedByte(in.readerIndex()) == HANDSHAKE_RECORD) {
      ctx.pipeline().addAfter(ctx.name(), "tls", tls.server(ctx.alloc()));
    }
    ctx.pipeline().remove(this);
  }
}
