package dev.terra.shuffle.pipeline;

import dev.terra.shuffle.count.ShuffleCounts;
import dev.terra.shuffle.fetch.TerraHeaders;
import dev.terra.shuffle.fetch.TrafficClass;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelPromise;
import io.netty.channel.FileRegion;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.handler.stream.ChunkedInput;
import io.netty.util.ReferenceCountUtil;

/**
 * One response that the stock handler writes: counts its segments' bytes and leaves out a prefix of its body where
 * the relay at the other end already has it. Lives on its connection's event loop.
 */
final class StockResponse {
  private final TrafficClass traffic;
  private final ShuffleCounts counts;
  private long toSkip;

  StockResponse(TrafficClass traffic, long skipBytes, ShuffleCounts counts) {
    this.traffic = traffic;
    this.toSkip = skipBytes;
    this.counts = counts;
  }

  /** Whether a written message is the last of a response. */
  static boolean isLast(Object message) {
    return message instanceof LastHttpContent;
  }

  /** What to write instead of a message; usually the message itself. */
  Object filter(Object message, ChannelPromise promise) {
    Object filtered = toSkip > 0 ? skip(message) : message;
    countWhenWritten(segmentBytes(filtered), promise);
    return filtered;
  }

  private void countWhenWritten(long bytes, ChannelPromise promise) {
    if (bytes > 0) {
      traffic.count().ifPresent(count -> promise.addListener(written -> {
        if (written.isSuccess()) {
          counts.add(count, bytes);
        }
      }));
    }
  }

  private static long segmentBytes(Object message) {
    if (message instanceof FileRegion region) {
      return region.count();
    }
    return message instanceof ChunkedInput<?> input ? Math.max(0, input.length()) : 0;
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
    return message instanceof FileRegion region ? skipInRegion(region) : message;
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

  private Object skipInRegion(FileRegion region) {
    long skipped = Math.min(toSkip, region.count());
    toSkip -= skipped;
    if (skipped == region.count()) {
      ReferenceCountUtil.release(region);
      return Unpooled.EMPTY_BUFFER;
    }
    return skipped == 0 ? region : new SkippingRegion(region, skipped);
  }
}
