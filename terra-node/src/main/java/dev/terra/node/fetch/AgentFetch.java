package dev.terra.node.fetch;

import com.google.common.net.InetAddresses;
import dev.terra.api.trace.SpanName;
import dev.terra.api.v1.FetchHead;
import dev.terra.api.v1.FetchRequest;
import dev.terra.core.failure.Failures;
import dev.terra.node.agent.AgentLinks.Route;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http.DefaultFullHttpRequest;
import io.netty.handler.codec.http.FullHttpRequest;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.HttpVersion;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Optional;
import javax.net.ssl.SSLEngine;

/** One request to one agent of the site for the rest of a {@link SiteFetch}. */
final class AgentFetch extends HttpFetch {
  private static final String PATH = "/v1/fetch";
  private static final String PROTOBUF = "application/x-protobuf";

  private final Route route;
  private final FetchRequest wanted;
  private final SegmentStream stream;
  private final SiteFetch fetch;
  private final FetchHeadReader headReader;
  private final RefusalText words = new RefusalText();
  private HttpResponseStatus status = HttpResponseStatus.OK;
  private long contentBytes;
  private boolean begun;

  AgentFetch(Route route, FetchRequest wanted, SegmentStream stream, SiteFetch fetch, FetchServices services) {
    super(route.address(), services);
    this.route = route;
    this.wanted = wanted;
    this.stream = stream;
    this.fetch = fetch;
    this.headReader = new FetchHeadReader(wanted.getOutputsCount());
  }

  @Override
  protected Patience patience() {
    return services().patience();
  }

  /** Returns an engine whose handshake fails unless the agent's certificate names this node's site. */
  @Override
  protected Optional<SSLEngine> engine() {
    return services().agents().tls().engine(true);
  }

  @Override
  protected Optional<InetAddress> from() {
    return services().agents().ownAddress();
  }

  @Override
  protected FullHttpRequest request() {
    FetchRequest rest = wanted.toBuilder().addAllTakenBytes(stream.taken()).addAllTakenCrc32C(stream.takenChecksums()).setChecksums(true)
        .build();
    byte[] body = services().agents().proofs().prove(rest, route.session(), localAddress()).toByteArray();
    FullHttpRequest request = new DefaultFullHttpRequest(HttpVersion.HTTP_1_1, HttpMethod.POST, PATH, Unpooled.wrappedBuffer(body));
    InetSocketAddress agent = address();
    request.headers().set(HttpHeaderNames.HOST, InetAddresses.toUriString(agent.getAddress()) + ":" + agent.getPort())
        .set(HttpHeaderNames.CONTENT_TYPE, PROTOBUF).set(HttpHeaderNames.CONNECTION, HttpHeaderValues.CLOSE);
    HttpUtil.setContentLength(request, body.length);
    return request;
  }

  @Override
  protected void onHead(HttpResponse head) {
    Optional.ofNullable(head.headers().get(SpanName.FIELD)).flatMap(SpanName::parse).ifPresent(fetch.span()::named);
    contentBytes = HttpUtil.getContentLength(head, -1L);
    status = head.status();
    if (!isRefusal() && !status.equals(HttpResponseStatus.OK)) {
      fail("status " + status.code());
    } else if (contentBytes < 0) {
      fail("no length");
    }
  }

  private boolean isRefusal() {
    return status.equals(HttpResponseStatus.CONFLICT) || status.equals(HttpResponseStatus.PRECONDITION_FAILED);
  }

  @Override
  protected void onBody(ByteBuf body) {
    if (isRefusal()) {
      words.add(body);
      if (words.isFull()) {
        refused();
      }
      return;
    }
    try {
      take(body);
    } catch (CorruptBytesException e) {
      end(FetchFailure.CORRUPT, "bytes changed between it and this node, or at either: " + e.getMessage());
    } catch (IOException e) {
      fail(Failures.inWords(e));
    }
  }

  private void take(ByteBuf body) throws IOException {
    if (!begun) {
      Optional<FetchHead> head = headReader.read(body);
      if (head.isEmpty()) {
        return;
      }
      stream.begin(head.get(), contentBytes - headReader.consumedBytes(), fetch.reader());
      begun = true;
      headDone();
    }
    stream.take(body, fetch.reader());
  }

  private void refused() {
    boolean small = status.equals(HttpResponseStatus.PRECONDITION_FAILED);
    end(small ? FetchFailure.BYPASSED : FetchFailure.DECLINED, words.because(small ? "too small for Terra" : "declined"));
  }

  @Override
  protected boolean isWhole() {
    return stream.isWhole();
  }

  @Override
  protected void onShortBody() {
    if (isRefusal()) {
      refused();
    } else {
      end(begun ? FetchFailure.BROKEN_OFF : FetchFailure.BAD, "the body is too short, it ends in " + stream.progress());
    }
  }

  @Override
  protected void onBrokenOff(String how) {
    if (isRefusal()) {
      refused();
    } else {
      super.onBrokenOff(how);
    }
  }

  @Override
  protected void onClose() {
    stream.dropHeld();
  }

  @Override
  protected void onReadComplete() {
    fetch.readComplete();
  }

  @Override
  protected void onFailure(FetchFailure how, String reason) {
    fetch.ended(how, this + ": " + reason + " at byte " + stream.takenBytes());
  }

  @Override
  public String toString() {
    return "agent " + address();
  }
}
