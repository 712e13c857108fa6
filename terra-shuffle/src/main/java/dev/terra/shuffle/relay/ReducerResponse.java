package dev.terra.shuffle.relay;

import com.google.common.net.InetAddresses;
import dev.terra.shuffle.fetch.Responses;
import dev.terra.shuffle.fetch.TerraHeaders;
import dev.terra.shuffle.fetch.Verdict.RelayTo;
import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.http.DefaultHttpContent;
import io.netty.handler.codec.http.DefaultHttpResponse;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.LastHttpContent;
import java.net.InetSocketAddress;
import org.apache.hadoop.mapreduce.security.SecureShuffleUtils;

/**
 * The response of a relay to its reducer: one response, whose length never changes once it has begun. It is used on the reducer
 * connection's event loop only.
 */
@SuppressWarnings("FutureReturnValueIgnored") // A write that fails closes its channel, which is noticed.
final class ReducerResponse {
  /** The most unwritten buffers. A buffer pins all of its memory until it is written, however few bytes it holds. */
  static final int MAX_UNWRITTEN = 4;

  private final ChannelHandlerContext client;
  private final RelayTo target;
  private final Runnable onWritten;
  private boolean begun;
  private long totalBytes;
  private long sentBytes;
  private int unwritten;

  /** Makes a response of which nothing has been sent; {@code onWritten} runs after each buffer that was written to the reducer. */
  ReducerResponse(ChannelHandlerContext client, RelayTo target, Runnable onWritten) {
    this.client = client;
    this.target = target;
    this.onWritten = onWritten;
  }

  /** Returns what the reducer requested, and where its bytes are. */
  RelayTo target() {
    return target;
  }

  /** Returns this node's address, at which the reducer makes its request. */
  String relayingNode() {
    return InetAddresses.toAddrString(((InetSocketAddress) client.channel().localAddress()).getAddress());
  }

  /** Returns how many bytes of the response's body were sent to the reducer. */
  long sentBytes() {
    return sentBytes;
  }

  /** Returns whether the length is known and the head has been sent. */
  boolean hasBegun() {
    return begun;
  }

  /** Returns whether the whole body was sent to the reducer. */
  boolean isComplete() {
    return begun && sentBytes == totalBytes;
  }

  /** Returns whether further bytes would only wait here. */
  boolean isBusy() {
    return unwritten >= MAX_UNWRITTEN || !client.channel().isWritable();
  }

  /** Returns whether a length differs from the one that was sent to the reducer. */
  boolean contradicts(long bodyBytes) {
    return begun && totalBytes != bodyBytes;
  }

  /** Sends the head with the length, unless it has been sent. */
  void begin(long bodyBytes) {
    if (!begun) {
      begun = true;
      totalBytes = bodyBytes;
      client.write(head());
    }
  }

  private HttpResponse head() {
    HttpResponse head = new DefaultHttpResponse(HttpVersion.HTTP_1_1, HttpResponseStatus.OK);
    TerraHeaders.setVersion(head);
    head.headers().set(SecureShuffleUtils.HTTP_HEADER_REPLY_URL_HASH, target.proof().replyHash())
        .set(HttpHeaderNames.CONNECTION, HttpHeaderValues.CLOSE);
    HttpUtil.setContentLength(head, totalBytes);
    return head;
  }

  /** Sends the next bytes of the response's body, and takes over the buffer. */
  void bodyArrived(ByteBuf bytes) {
    sentBytes += bytes.readableBytes();
    unwritten++;
    client.write(new DefaultHttpContent(bytes)).addListener(written -> {
      unwritten--;
      onWritten.run();
    });
  }

  /** Flushes what has been written so far. */
  void flush() {
    client.flush();
  }

  /** Ends a complete response. */
  void finish() {
    client.writeAndFlush(LastHttpContent.EMPTY_LAST_CONTENT).addListener(ChannelFutureListener.CLOSE);
  }

  /** Responds with an error; the response must not have begun. */
  void refuse(HttpResponseStatus status, String reason) {
    client.writeAndFlush(Responses.refusal(status, reason)).addListener(ChannelFutureListener.CLOSE);
  }

  /** Responds with an origin's error; the response must not have begun. */
  void passOn(HttpResponse refusal, String reason) {
    client.writeAndFlush(Responses.refusalOf(refusal, reason)).addListener(ChannelFutureListener.CLOSE);
  }

  /** Breaks off a response that has begun: the reducer notices that bytes are missing, and tries again. */
  void breakOff() {
    client.close();
  }

  @Override
  public String toString() {
    return sentBytes + " of " + totalBytes + " bytes";
  }
}
