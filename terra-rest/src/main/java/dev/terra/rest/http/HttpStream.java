package dev.terra.rest.http;

import dev.terra.rest.api.Content;
import io.grpc.netty.shaded.io.netty.buffer.Unpooled;
import io.grpc.netty.shaded.io.netty.channel.Channel;
import io.grpc.netty.shaded.io.netty.channel.ChannelFutureListener;
import io.grpc.netty.shaded.io.netty.handler.codec.http.DefaultHttpContent;
import io.grpc.netty.shaded.io.netty.handler.codec.http.LastHttpContent;
import java.util.concurrent.atomic.AtomicLong;

/** The sending side of an answer that continues. Any one thread may send. */
@SuppressWarnings("FutureReturnValueIgnored") // a write that fails closes its channel, and that is noticed
public final class HttpStream {
  private final Channel channel;
  private final AtomicLong unsentBytes = new AtomicLong();
  private volatile boolean ended;

  HttpStream(Channel channel) {
    this.channel = channel;
  }

  /** Sends bytes, which may be shared among streams. */
  public void send(Content content) {
    if (isOpen()) {
      unsentBytes.addAndGet(content.length());
      channel.writeAndFlush(new DefaultHttpContent(Unpooled.wrappedBuffer(content.bytes())))
          .addListener(done -> unsentBytes.addAndGet(-content.length()));
    }
  }

  /** Returns the number of bytes that wait for the other end. */
  public long unsentBytes() {
    return unsentBytes.get();
  }

  /** Returns whether the client is connected. */
  public boolean isOpen() {
    return !ended && channel.isActive();
  }

  /** Sends the bytes that wait, then ends the connection. Bytes that cannot be sent soon are lost. */
  public void end() {
    if (!ended) {
      ended = true;
      channel.writeAndFlush(LastHttpContent.EMPTY_LAST_CONTENT).addListener(ChannelFutureListener.CLOSE);
    }
  }

  /** Ends the connection at once. */
  public void cut() {
    ended = true;
    channel.close().addListener(ChannelFutureListener.CLOSE_ON_FAILURE);
  }
}
