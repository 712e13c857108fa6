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
 * What the reducer gets of a relay: one response, whose length never changes once it has begun. Everything runs on the reducer
 * connection's event loop.
 */
@SuppressWarnings("FutureReturnValueIgnored") // A write that fails closes its channel, and that is noticed.
final class ReducerResponse {
  /** However few bytes a buffer holds, it pins all of its memory until it is written. */
  static final int MAX_UNWRITTEN = 4;

  private final ChannelHandlerContext client;
  private final RelayTo target;
  private final Runnable onWritten;
  private boolean begun;
  private long totalBytes;
  private long sentBytes;
  private int unwritten;

  /** Nothing of it has been sent; {@code onWritten} runs after each buffer that has gone to the reducer. */
  ReducerResponse(ChannelHandlerContext client, RelayTo target, Runnable onWritten) {
    this.client = client;
    this.target = target;
    this.onWritten = onWritten;
  }

  /** What the reducer asked for, and where its bytes are. */
  RelayTo target() {
    return target;
  }

  /** This node's address, at which the reducer asks. */
  String relayingNode() {
    return InetAddresses.toAddrString(((InetSocketAddress) client.channel().localAddress()).getAddress());
  }

  /** How many bytes of the response's body the reducer was sent. */
  long sentBytes() {
    return sentBytes;
  }

  /** Whether its length is known and its head sent. */
  boolean hasBegun() {
    return begun;
  }

  /** Whether the reducer was sent all of it. */
  boolean isComplete() {
    return begun && sentBytes == totalBytes;
  }

  /** Whether more bytes would only wait here. */
  boolean isBusy() {
    return unwritten >= MAX_UNWRITTEN || !client.channel().isWritable();
  }

  /** Whether a length differs from the one that the reducer has. */
  boolean contradicts(long bodyBytes) {
    return begun && totalBytes != bodyBytes;
  }

  /** Sends the reducer the length, unless it has it already. */
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

  /** The next bytes of the response's body; the buffer is the response's now. */
  void bodyArrived(ByteBuf bytes) {
    sentBytes += bytes.readableBytes();
    unwritten++;
    client.write(new DefaultHttpContent(bytes)).addListener(written -> {
      unwritten--;
      onWritten.run();
    });
  }

  /** Sends what has been written so far. */
  void flush() {
    client.flush();
  }

  /** Ends a complete response. */
  void finish() {
    client.writeAndFlush(LastHttpContent.EMPTY_LAST_CONTENT).addListener(ChannelFutureListener.CLOSE);
  }

  /** Answers with an error, where nothing has begun. */
  void refuse(HttpResponseStatus status, String reason) {
    client.writeAndFlush(Responses.refusal(status, reason)).addListener(ChannelFutureListener.CLOSE);
  }

  /** Answers with an origin's error, where nothing has begun. */
  void passOn(HttpResponse refusal, String reason) {
    client.writeAndFlush(Responses.refusalOf(refusal, reason)).addListener(ChannelFutureListener.CLOSE);
  }

  /** Breaks off what has begun: the reducer sees that bytes are missing, and tries again. */
  void breakOff() {
    client.close();
  }

  @Override
  public String toString() {
    return sentBytes + " of " + totalBytes + " bytes";
  }
}
