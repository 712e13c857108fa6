package dev.terra.node.segment;

import dev.terra.api.trace.SpanName;
import dev.terra.api.v1.HandlerSpan.Kind;
import dev.terra.node.agent.HandlerSpans.Begun;
import dev.terra.node.agent.HandlerSpans.End;
import dev.terra.node.agent.HandlerSpans;
import io.grpc.netty.shaded.io.netty.channel.ChannelDuplexHandler;
import io.grpc.netty.shaded.io.netty.channel.ChannelHandlerContext;
import io.grpc.netty.shaded.io.netty.channel.ChannelPromise;
import io.grpc.netty.shaded.io.netty.handler.codec.http.HttpRequest;
import io.grpc.netty.shaded.io.netty.handler.codec.http.HttpResponse;
import io.grpc.netty.shaded.io.netty.handler.codec.http.HttpResponseStatus;
import io.grpc.netty.shaded.io.netty.handler.codec.http.HttpStatusClass;
import io.grpc.netty.shaded.io.netty.handler.codec.http.HttpUtil;
import io.grpc.netty.shaded.io.netty.handler.codec.http.LastHttpContent;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Observes one connection of an agent, and reports to the site's agents the reads that they have named as parts of a traced fetch: from the
 * request to the last byte that the socket accepted.
 */
@SuppressWarnings("FutureReturnValueIgnored") // A write that fails closes its channel, and that is noticed.
final class TracedReads extends ChannelDuplexHandler {
  private final HandlerSpans spans;
  private @Nullable Read read;

  TracedReads(HandlerSpans spans) {
    this.spans = spans;
  }

  /** A read that is under way. */
  private static final class Read {
    private final SpanName name;
    private final Begun begun;
    private HttpResponseStatus status = HttpResponseStatus.OK;
    private long bytes;

    Read(SpanName name, Begun begun) {
      this.name = name;
      this.begun = begun;
    }

    void answer(HttpResponse head) {
      status = head.status();
      bytes = HttpUtil.getContentLength(head, 0L);
    }

    End end(boolean written) {
      if (!status.codeClass().equals(HttpStatusClass.SUCCESS)) {
        return new End(0, status.toString(), true);
      }
      return written ? new End(bytes, "", false) : new End(0, "the agent's connection broke", true);
    }
  }

  @Override
  public void channelRead(ChannelHandlerContext ctx, Object message) {
    if (message instanceof HttpRequest request) {
      read = Optional.ofNullable(request.headers().get(SpanName.FIELD)).flatMap(SpanName::parse)
          .map(name -> new Read(name, spans.begin(Kind.READ))).orElse(null);
    }
    ctx.fireChannelRead(message);
  }

  @Override
  public void write(ChannelHandlerContext ctx, Object message, ChannelPromise promise) {
    Read whole = read;
    if (whole != null && message instanceof HttpResponse head) {
      whole.answer(head);
    }
    if (whole != null && message instanceof LastHttpContent) {
      read = null;
      promise.addListener(done -> spans.over(whole.begun, whole.name, whole.end(done.isSuccess())));
    }
    ctx.write(message, promise);
  }
}
