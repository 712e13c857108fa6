package dev.terra.shuffle.relay;

import dev.terra.shuffle.fetch.TerraHeaders;
import dev.terra.shuffle.relay.SegmentFramer.Unproven;
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
import java.util.Optional;
import java.util.zip.CRC32C;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLSession;
import org.apache.hadoop.mapreduce.security.SecureShuffleUtils;
import org.apache.hadoop.mapreduce.task.reduce.ShuffleHeader;

/**
 * The origin as the source: the reducer's own request, marked so that the origin serves it itself. Asks it to leave
 * out what the reducer already has; an origin that does not know how sends all, and the prefix is dropped here.
 */
final class DirectSource extends Source {
  private final RefusalText words = new RefusalText();
  private Optional<HttpResponse> refused = Optional.empty();
  private final CRC32C compared = new CRC32C();
  private final long from;
  private long toSkip;
  private long toCompare;

  /** Asks for all that the reducer does not have, and before it for what it has and nobody has proved. */
  DirectSource(RelayServices services, ReducerResponse response, Listener listener) {
    super(response.target().target().origin().socket(), patience(services.limits()), services, response, listener);
    from = response.unproven().map(Unproven::start).orElse(response.sentBytes());
    toCompare = response.unproven().map(Unproven::length).orElse(0L);
  }

  private static Patience patience(RelayLimits limits) {
    return new Patience(limits.directConnect(), limits.directHead(), limits.directStall());
  }

  @Override
  FullHttpRequest request() {
    FullHttpRequest request =
        new DefaultFullHttpRequest(HttpVersion.HTTP_1_1, HttpMethod.GET, response().target().target().uri());
    request.headers().set(HttpHeaderNames.HOST, response().target().target().origin().host())
        .set(HttpHeaderNames.CONNECTION, HttpHeaderValues.CLOSE)
        .set(SecureShuffleUtils.HTTP_HEADER_URL_HASH, response().target().proof().urlHash())
        .set(ShuffleHeader.HTTP_HEADER_NAME, ShuffleHeader.DEFAULT_HTTP_HEADER_NAME)
        .set(ShuffleHeader.HTTP_HEADER_VERSION, ShuffleHeader.DEFAULT_HTTP_HEADER_VERSION)
        .set(TerraHeaders.VIA, response().relayingNode());
    if (from > 0) {
      request.headers().set(TerraHeaders.SKIP, from);
    }
    return request;
  }

  @Override
  Optional<SSLEngine> engine() {
    return services().tls().map(ShuffleTls::engine);
  }

  @Override
  boolean isMeant(SSLSession session) {
    return services().tls().orElseThrow().isPeer(response().target().target().origin().name().orElseThrow(), session);
  }

  @Override
  boolean isAgent() {
    return false;
  }

  @Override
  Optional<SegmentFramer> framer() {
    return Optional.empty();
  }

  @Override
  void onHead(HttpResponse head) {
    if (!head.status().equals(HttpResponseStatus.OK)) {
      refused = Optional.of(head);
      return;
    }
    long contentBytes = HttpUtil.getContentLength(head, -1L);
    long skipped = TerraHeaders.number(head.headers(), TerraHeaders.SKIPPED).orElse(0);
    toSkip = from - skipped;
    String replyHash = head.headers().get(SecureShuffleUtils.HTTP_HEADER_REPLY_URL_HASH);
    if (!response().target().proof().replyHash().equals(replyHash)) {
      fail("wrong reply hash");
    } else if (contentBytes < 0 || toSkip < 0) {
      fail("no usable length");
    } else if (!response().headArrived(skipped + contentBytes)) {
      fail("a response of another length than the one that has begun");
    } else {
      headDone();
    }
  }

  @Override
  void onBody(ByteBuf body) {
    if (refused.isPresent()) {
      words.add(body);
      if (words.isFull()) {
        onShortBody();
      }
      return;
    }
    int skipped = (int) Math.min(toSkip, body.readableBytes());
    body.skipBytes(skipped);
    toSkip -= skipped;
    if (isAsBefore(body) && body.isReadable()) {
      response().bodyArrived(body.readRetainedSlice(body.readableBytes()));
    }
  }

  /** Compares what comes with what has been sent to the reducer; whether that is over and both are the same. */
  private boolean isAsBefore(ByteBuf body) {
    if (toCompare > 0) {
      int length = (int) Math.min(toCompare, body.readableBytes());
      compared.update(body.nioBuffer(body.readerIndex(), length));
      body.skipBytes(length);
      toCompare -= length;
      Unproven before = response().unproven().orElseThrow();
      if (toCompare == 0 && (int) compared.getValue() != before.crc()) {
        end(new Failed(before.length() + " bytes of a segment are not those that came by the agent", Failure.CORRUPT));
        return false;
      }
      if (toCompare == 0) {
        response().unproven(Optional.empty());
      }
    }
    return toCompare == 0;
  }

  @Override
  void onShortBody() {
    refused.ifPresentOrElse(head -> end(new Refused(head.status(),
        TerraHeaders.number(head.headers(), HttpHeaderNames.RETRY_AFTER.toString()), words.because("status " + head.status().code()))),
        super::onShortBody);
  }

  @Override
  void onBrokenOff(String how) {
    refused.ifPresentOrElse(head -> onShortBody(), () -> super.onBrokenOff(how));
  }

  @Override
  public String toString() {
    return "origin " + address();
  }
}
