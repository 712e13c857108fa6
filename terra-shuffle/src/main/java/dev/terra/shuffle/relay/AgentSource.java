package dev.terra.shuffle.relay;

import com.google.common.net.InetAddresses;
import dev.terra.api.trace.SpanName;
import dev.terra.api.v1.FetchHead;
import dev.terra.api.v1.FetchRequest;
import dev.terra.api.v1.ProducerOutput;
import dev.terra.api.v1.SegmentLength;
import dev.terra.node.agent.AgentLinks.Route;
import dev.terra.node.count.ShuffleCounts;
import dev.terra.node.segment.FetchHeadReader;
import dev.terra.node.count.ShuffleCounts.Count;
import dev.terra.shuffle.fetch.ShuffleAddress;
import dev.terra.shuffle.fetch.ShuffleRequest;
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
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;
import javax.net.ssl.SSLEngine;

/**
 * The site's agent as the source: bare segments, which get Hadoop's headers here. Only ever the first source of a
 * relay, or, where that agent has ended and come back, the next one, which goes on where the first one stopped.
 */
final class AgentSource extends Source {
  private static final String FETCH_PATH = "/v1/fetch";
  /** A request line of 4 KiB names at most some 130 maps, 70 bytes each. */
  static final int MAX_HEAD_BYTES = 64 << 10;
  private static final String PROTOBUF = "application/x-protobuf";

  private final Route route;
  private final ShuffleCounts counts;
  private final FetchHeadReader headReader = new FetchHeadReader(MAX_HEAD_BYTES);
  private long contentBytes;
  private boolean begun;
  private Optional<RefusalText> declined = Optional.empty();
  private Optional<SegmentFramer> framer;

  /**
   * An agent that is yet to be asked.
   *
   * @param framer that of the source before it, if it has begun
   */
  AgentSource(Route route, RelayServices services, ReducerResponse response, Listener listener, Optional<SegmentFramer> framer) {
    super(route.address(), patience(services.limits()), services, response, listener);
    this.route = route;
    this.counts = services.counts();
    this.framer = framer;
  }

  private static Patience patience(RelayLimits limits) {
    return new Patience(limits.agentConnect(), limits.agentHead(), limits.agentStall());
  }

  @Override
  Optional<SSLEngine> engine() {
    return services().agents().tls().engine(true);
  }

  @Override
  boolean isAgent() {
    return true;
  }

  @Override
  Optional<SegmentFramer> framer() {
    return framer;
  }

  @Override
  FullHttpRequest request() {
    ShuffleRequest wanted = response().target().request();
    ShuffleAddress origin = response().target().target().origin();
    FetchRequest fetch = FetchRequest.newBuilder().setShuffle(response().target().shuffle().toString()).setPartition(wanted.reduce())
        .setReader(response().target().target().reader())
        .addAllOutputs(wanted.maps().stream().map(map -> map.output().id()).toList())
        .setOriginIp(InetAddresses.toAddrString(origin.ip()))
        .setAnnounce(response().target().shuffle().broadcast())
        .addAllTakenBytes(framer.map(SegmentFramer::framedBytes).orElse(List.of()))
        .addAllTakenCrc32C(framer.map(SegmentFramer::framedChecksums).orElse(List.of()))
        .setChecksums(true).build();
    byte[] body = services().agents().proofs().prove(fetch, route.session(), localAddress()).toByteArray();
    FullHttpRequest request =
        new DefaultFullHttpRequest(HttpVersion.HTTP_1_1, HttpMethod.POST, FETCH_PATH, Unpooled.wrappedBuffer(body));
    request.headers().set(HttpHeaderNames.HOST, InetAddresses.toUriString(address().getAddress()) + ":" + address().getPort())
        .set(HttpHeaderNames.CONTENT_TYPE, PROTOBUF).set(HttpHeaderNames.CONNECTION, HttpHeaderValues.CLOSE);
    HttpUtil.setContentLength(request, body.length);
    return request;
  }

  @Override
  void onHead(HttpResponse head) {
    Optional.ofNullable(head.headers().get(SpanName.FIELD)).flatMap(SpanName::parse).ifPresent(response()::named);
    contentBytes = HttpUtil.getContentLength(head, -1L);
    if (head.status().equals(HttpResponseStatus.CONFLICT)) {
      declined = Optional.of(new RefusalText());
    } else if (!head.status().equals(HttpResponseStatus.OK)) {
      fail("status " + head.status().code());
    } else if (contentBytes < 0) {
      fail("no length");
    }
  }

  @Override
  void onBody(ByteBuf body) {
    if (declined.isPresent()) {
      declined.get().add(body);
      if (declined.get().isFull()) {
        onShortBody();
      }
      return;
    }
    try {
      if (!begun) {
        Optional<FetchHead> head = read(headReader, body);
        if (head.isEmpty()) {
          return;
        }
        begin(head.get());
      }
      counts.add(Count.RELAYED_BYTES, framer.orElseThrow().frame(body, response()::bodyArrived));
    } catch (CorruptBytesException e) {
      end(new Failed("bytes changed between it and this node, or at either: " + e.getMessage(), Failure.CORRUPT));
    } catch (IOException e) {
      fail(e.getMessage());
    }
  }

  /** Takes the head, or a part of it, out of a body. */
  static Optional<FetchHead> read(FetchHeadReader reader, ByteBuf body) throws IOException {
    ByteBuffer bytes = body.nioBuffer();
    Optional<FetchHead> head = reader.read(bytes);
    body.skipBytes(bytes.position());
    return head;
  }

  @Override
  void dropHeld() {
    framer.ifPresent(SegmentFramer::dropHeld);
  }

  @Override
  void onShortBody() {
    declined.ifPresentOrElse(words -> end(new Failed(words.because("declined"), Failure.DECLINED)), super::onShortBody);
  }

  @Override
  void onBrokenOff(String how) {
    declined.ifPresentOrElse(words -> onShortBody(), () -> super.onBrokenOff(how));
  }

  private void begin(FetchHead head) throws IOException {
    ShuffleRequest request = response().target().request();
    List<ProducerOutput> wanted = request.maps().stream().map(map -> map.output().id()).toList();
    List<ProducerOutput> offered = head.getSegmentsList().stream().map(SegmentLength::getOutput).toList();
    if (!wanted.equals(offered)) {
      throw new IOException("other maps than asked for: " + offered.size() + " instead of " + wanted.size());
    }
    boolean negative = head.getSegmentsList().stream().anyMatch(part -> part.getPartLength() < 0 || part.getRawLength() < 0);
    SegmentFramer all = framer.orElseGet(() -> new SegmentFramer(request.maps(), request.reduce(), head.getSegmentsList()));
    long taken = all.framedBytes().stream().mapToLong(Long::longValue).sum();
    if (head.getResumed() != (taken > 0) || !all.isOf(head.getSegmentsList())) {
      throw new IOException("not what is left of a response of which " + taken + " bytes have gone");
    }
    if (negative || all.sourceBytes(head.getChecksums()) != contentBytes - headReader.consumedBytes()) {
      throw new IOException("lengths that contradict the content's " + contentBytes + " bytes");
    }
    if (!response().headArrived(all.bodyBytes())) {
      throw new IOException("a response of another length than the one that has begun");
    }
    all.begin(head.getChecksums());
    framer = Optional.of(all);
    begun = true;
    headDone();
  }

  @Override
  public String toString() {
    return "agent " + address();
  }
}
