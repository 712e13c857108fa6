package dev.terra.node.segment;

import io.grpc.netty.shaded.io.netty.buffer.ByteBuf;
import io.grpc.netty.shaded.io.netty.channel.ChannelHandlerContext;
import io.grpc.netty.shaded.io.netty.handler.codec.ByteToMessageDecoder;
import io.grpc.netty.shaded.io.netty.handler.ssl.SslHandler;
import java.util.List;
import java.util.function.Supplier;
import javax.net.ssl.SSLEngine;

/**
 * The first channel handler of a connection to a port with TLS. If the connection begins with TLS, the TLS handler is added. Any other
 * connection stays plain, and {@link SegmentHandler} answers that TLS is required.
 */
final class SegmentDoor extends ByteToMessageDecoder {
  /** The first byte of TLS: a record of the handshake (RFC 8446). */
  private static final int HANDSHAKE_RECORD = 22;

  private final Supplier<SSLEngine> engines;

  SegmentDoor(Supplier<SSLEngine> engines) {
    this.engines = engines;
  }

  @Override
  protected void decode(ChannelHandlerContext ctx, ByteBuf in, List<Object> out) {
    if (in.getUnsignedByte(in.readerIndex()) == HANDSHAKE_RECORD) {
      ctx.pipeline().addAfter(ctx.name(), "tls", new SslHandler(engines.get()));
    }
    ctx.pipeline().remove(this);
  }
}
