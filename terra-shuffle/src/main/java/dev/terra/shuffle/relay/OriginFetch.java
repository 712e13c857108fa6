package dev.terra.shuffle.relay;

import dev.terra.node.fetch.FetchFailure;
import dev.terra.node.fetch.HttpFetch;
import dev.terra.node.fetch.Patience;
import dev.terra.node.fetch.RefusalText;
import dev.terra.shuffle.fetch.TerraHeaders;
import dev.terra.shuffle.fetch.Verdict.RelayTo;
import dev.terra.shuffle.tls.ShuffleTls;
import io.netty.buffer.ByteBuf;
import io.netty.handler.codec.http.DefaultFullHttpRequest;
import io.netty.handler.codec.http.FullHttpRequest;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.HttpVersion;
import java.util.Objects;
import java.util.Optional;
import java.util.zip.CRC32C;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLSession;
import org.apache.hadoop.mapreduce.security.SecureShuffleUtils;
import org.apache.hadoop.mapreduce.task.reduce.ShuffleHeader;
import org.jspecify.annotations.Nullable;

/**
 * A direct fetch from the origin: the reducer's own request, marked so that the origin serves it itself. It requests that the origin leave
 * out what the reducer has. An origin that does not support this sends everything, and the prefix is dropped here.
 */
final class OriginFetch extends HttpFetch {
  private final Relay relay;
  private final RelayServices services;
  private final ReducerResponse response;
  private final SentPrefix unproven;
  private final RefusalText words = new RefusalText();
  private final CRC32C compared = new CRC32C();
  private final long from;
  private @Nullable HttpResponse head;
  private long toSkip;
  private long toCompare;

  /** Makes a fetch of all bytes that the reducer does not have, preceded by the unproven part of the bytes that it has. */
  OriginFetch(Relay relay, RelayServices services, ReducerResponse response, SentPrefix unproven) {
    super(response.target().target().origin().socket(), services.fetches());
    this.relay = relay;
    this.services = services;
    this.response = response;
    this.unproven = unproven;
    this.from = unproven.length() > 0 ? unproven.start() : response.sentBytes();
    this.toCompare = unproven.length();
  }

  @Override
  protected Patience patience() {
    return services.limits().direct();
  }

  @Override
  protected FullHttpRequest request() {
    RelayTo target = response.target();
    FullHttpRequest request = new DefaultFullHttpRequest(HttpVersion.HTTP_1_1, HttpMethod.GET, target.target().uri());
    request.headers().set(HttpHeaderNames.HOST, target.target().origin().host())
        .set(HttpHeaderNames.CONNECTION, HttpHeaderValues.CLOSE)
        .set(SecureShuffleUtils.HTTP_HEADER_URL_HASH, target.proof().urlHash())
        .set(ShuffleHeader.HTTP_HEADER_NAME, ShuffleHeader.DEFAULT_HTTP_HEADER_NAME)
        .set(ShuffleHeader.HTTP_HEADER_VERSION, ShuffleHeader.DEFAULT_HTTP_HEADER_VERSION)
        .set(TerraHeaders.VIA, response.relayingNode());
    if (from > 0) {
      request.headers().set(TerraHeaders.SKIP, from);
    }
    return request;
  }

  @Override
  protected Optional<SSLEngine> engine() {
    return Optional.ofNullable(services.tls()).map(ShuffleTls::engine);
  }

  @Override
  protected boolean isMeant(SSLSession session) {
    return Objects.requireNonNull(services.tls()).isPeer(response.target().target().origin().name().orElseThrow(), session);
  }

  @Override
  protected void onHead(HttpResponse answer) {
    head = answer;
    if (isRefusal()) {
      return;
    }
    long contentBytes = HttpUtil.getContentLength(answer, -1L);
    long skipped = TerraHeaders.number(answer.headers(), TerraHeaders.SKIPPED).orElse(0);
    toSkip = from - skipped;
    String replyHash = answer.headers().get(SecureShuffleUtils.HTTP_HEADER_REPLY_URL_HASH);
    if (!response.target().proof().replyHash().equals(replyHash)) {
      fail("wrong reply hash");
    } else if (contentBytes < 0 || toSkip < 0) {
      fail("no usable length");
    } else if (response.contradicts(skipped + contentBytes)) {
      fail("the origin's response has another length than the response that has begun");
    } else {
      response.begin(skipped + contentBytes);
      headDone();
    }
  }

  private boolean isRefusal() {
    return head != null && !head.status().equals(HttpResponseStatus.OK);
  }

  @Override
  protected void onBody(ByteBuf body) {
    if (isRefusal()) {
      words.add(body);
      if (words.isFull()) {
        onShortBody();
      }
      return;
    }
    int skipped = (int) Math.min(toSkip, body.readableBytes());
    body.skipBytes(skipped);
    toSkip -= skipped;
    if (toCompare > 0) {
      compare(body);
    }
    if (toCompare == 0 && body.isReadable()) {
      response.bodyArrived(body.readRetainedSlice(body.readableBytes()));
    }
  }

  /** Compares arriving bytes with those that were sent to the reducer; if they differ, the arriving bytes are dropped. */
  private void compare(ByteBuf body) {
    int length = (int) Math.min(toCompare, body.readableBytes());
    compared.update(body.nioBuffer(body.readerIndex(), length));
    body.skipBytes(length);
    toCompare -= length;
    if (toCompare == 0 && (int) compared.getValue() != unproven.checksum()) {
      body.skipBytes(body.readableBytes());
      end(FetchFailure.CORRUPT, unproven.length() + " bytes of a segment differ from those that the agent sent");
    } else if (toCompare == 0) {
      relay.prefixProved();
    }
  }

  @Override
  protected boolean isWhole() {
    return response.isComplete();
  }

  @Override
  protected void onShortBody() {
    if (isRefusal()) {
      close();
      HttpResponse refusal = Objects.requireNonNull(head);
      relay.originRefused(refusal, this + ": " + words.because("status " + refusal.status().code()));
    } else {
      super.onShortBody();
    }
  }

  @Override
  protected void onBrokenOff(String how) {
    if (!isRefusal()) {
      super.onBrokenOff(how);
    } else if (!isClosed()) {
      onShortBody();
    }
  }

  @Override
  protected void onReadComplete() {
    relay.readComplete();
  }

  @Override
  protected void onFailure(FetchFailure how, String reason) {
    relay.originFailed(how, this + ": " + reason + " at byte " + response.sentBytes());
  }

  @Override
  public String toString() {
    return "origin " + address();
  }
}
