package dev.terra.shuffle.pipeline;

import dev.terra.node.count.ShuffleCounts;
import dev.terra.node.latency.ResponseClasses;
import dev.terra.shuffle.fetch.TerraHeaders;
import dev.terra.shuffle.fetch.TrafficClass;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.FileRegion;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.handler.stream.ChunkedFile;
import io.netty.util.ReferenceCountUtil;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One response that the stock handler writes. It counts the bytes of the segments, and leaves out a prefix of the body where the relay at
 * the other end already has it. It is used on its connection's event loop only.
 */
final class StockResponse {
  private final TrafficClass traffic;
  private final ShuffleCounts counts;
  private final Runnable sent;
  private long toSkip;
  private String job = "";
  private boolean written;
  private ResponseClasses.@Nullable Begun begun;
  private long length;
  private boolean keepsConnection;

  StockResponse(TrafficClass traffic, long skipBytes, ShuffleCounts counts) {
    this(traffic, skipBytes, counts, () -> { });
  }

  /**
   * Makes a response.
   *
   * @param sent is run when the whole response is on its way
   */
  StockResponse(TrafficClass traffic, long skipBytes, ShuffleCounts counts, Runnable sent) {
    this.sent = sent;
    this.traffic = traffic;
    this.toSkip = skipBytes;
    this.counts = counts;
  }

  /** Notes the job of the response's reader; empty if the job is unknown. */
  void readBy(String reader) {
    job = reader;
  }

  /** Returns the job of the response's reader; empty if the job is unknown. */
  String job() {
    return job;
  }

  /** Returns the class of its bytes. */
  TrafficClass traffic() {
    return traffic;
  }

  /** Notes that a message of the response is written; returns true for the first message. */
  boolean begin() {
    boolean first = !written;
    written = true;
    return first;
  }

  /** Notes the latency class of the response. */
  void begun(ResponseClasses.Begun response) {
    begun = response;
  }

  /** Returns the response's latency class, if it has one, succeeds, and is the last on its connection. */
  Optional<ResponseClasses.Begun> lastOnConnection() {
    return length > 0 && !keepsConnection ? Optional.ofNullable(begun) : Optional.empty();
  }

  /** Returns the response's latency class, if it has one, succeeds, and answers a small fetch. */
  Optional<ResponseClasses.Begun> small() {
    return length > 0 && traffic == TrafficClass.SMALL ? Optional.ofNullable(begun) : Optional.empty();
  }

  /** Returns the length of the body, if the response succeeds. */
  long length() {
    return length;
  }

  /** Returns whether a written message is the last of a response. */
  static boolean isLast(Object message) {
    return message instanceof LastHttpContent;
  }

  /** Notes that the last message of the response is on its way. */
  void sent() {
    sent.run();
  }

  /** Returns what to write instead of a message, which is usually the message itself. */
  Object filter(Object message) {
    if (message instanceof HttpResponse head && head.status().equals(HttpResponseStatus.OK)) {
      length = HttpUtil.getContentLength(head, 0L);
      keepsConnection = head.headers().containsValue(HttpHeaderNames.CONNECTION, HttpHeaderValues.KEEP_ALIVE, true);
    }
    if (message instanceof FileRegion region) {
      return region(region);
    }
    if (message instanceof ChunkedFile file) {
      return encrypted(file);
    }
    return toSkip > 0 ? skip(message) : message;
  }

  /**
   * Wraps a segment that is counted as it is sent: over a slow link a whole segment takes long, and a segment that breaks off has cost its
   * bytes too.
   */
  private Object region(FileRegion region) {
    long skipped = Math.min(toSkip, region.count());
    toSkip -= skipped;
    if (skipped > 0 && skipped == region.count()) {
      ReferenceCountUtil.release(region);
      return Unpooled.EMPTY_BUFFER;
    }
    Optional<ShuffleCounts.Count> count = traffic.count();
    if (skipped == 0 && count.isEmpty()) {
      return region;
    }
    return new CountedRegion(region, skipped, bytes -> count.ifPresent(kind -> counts.add(kind, bytes)));
  }

  /** Wraps a segment of an encrypted shuffle, which is read before it is sent. */
  private Object encrypted(ChunkedFile file) {
    long skipped = Math.min(toSkip, file.length());
    toSkip -= skipped;
    return new CountedFile(file, skipped, bytes -> traffic.count().ifPresent(kind -> counts.add(kind, bytes)));
  }

  private Object skip(Object message) {
    if (message instanceof FullHttpResponse) {
      toSkip = 0;
      return message;
    }
    if (message instanceof HttpResponse head) {
      return skipInHead(head);
    }
    if (message instanceof ByteBuf buffer) {
      int skipped = (int) Math.min(toSkip, buffer.readableBytes());
      toSkip -= skipped;
      return buffer.skipBytes(skipped);
    }
    return message;
  }

  private HttpResponse skipInHead(HttpResponse head) {
    long length = HttpUtil.getContentLength(head, -1L);
    if (!head.status().equals(HttpResponseStatus.OK) || toSkip > length) {
      toSkip = 0;
      return head;
    }
    HttpUtil.setContentLength(head, length - toSkip);
    head.headers().set(TerraHeaders.SKIPPED, toSkip);
    return head;
  }
}
