package dev.terra.shuffle.pipeline;

import dev.terra.api.process.Guard;
import dev.terra.api.process.OneShot;
import dev.terra.api.timing.ProtocolTiming;
import dev.terra.api.v1.FetchDecision;
import dev.terra.core.failure.Failures;
import dev.terra.node.count.ShuffleCounts.Count;
import dev.terra.node.offer.OfferDesk.Answer;
import dev.terra.shuffle.fetch.RelayTarget;
import dev.terra.shuffle.fetch.Responses;
import dev.terra.shuffle.fetch.ShuffleRequest;
import dev.terra.shuffle.fetch.TrafficClass;
import dev.terra.shuffle.fetch.Verdict.Ask;
import dev.terra.shuffle.fetch.Verdict.Pass;
import dev.terra.shuffle.fetch.Verdict.Refuse;
import dev.terra.shuffle.fetch.Verdict.RelayTo;
import dev.terra.shuffle.fetch.Verdict.SendBack;
import dev.terra.shuffle.fetch.Verdict.Serve;
import dev.terra.shuffle.fetch.Verdict;
import dev.terra.shuffle.relay.Relay;
import io.netty.buffer.Unpooled;
import io.netty.channel.AdaptiveRecvByteBufAllocator;
import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOption;
import io.netty.channel.ChannelPromise;
import io.netty.handler.codec.http.FullHttpRequest;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.util.ReferenceCountUtil;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Terra's part of one reducer's connection, between Hadoop's HTTP codec and its shuffle handler. A request is passed on untouched, held for
 * at most {@value #DECISION_MILLIS} ms while the agent decides, or answered here. Responses keep the order of requests: while one response
 * is under way, Terra begins no other. A handler that has just started holds all requests until it is attached to its agents.
 *
 * <p>All state belongs to the connection's event loop. If anything fails before a response of Terra's has begun, the stock handler gets the
 * request.
 */
@SuppressWarnings("FutureReturnValueIgnored") // A write that fails closes its channel, which is noticed.
final class TerraConnection extends ChannelDuplexHandler {
  /**
   * The most time for a decision. A decision takes a round trip inside the site; on a node whose cores are all busy, this can take some
   * hundred milliseconds.
   */
  static final int DECISION_MILLIS = (int) ProtocolTiming.DECISION.millis();
  /** The most bytes of one read: many times what a reducer requests at once. */
  private static final int MAX_READ_BYTES = 16 << 10;
  private static final int FIRST_READ_BYTES = 2 << 10;
  private static final int LEAST_READ_BYTES = 64;
  private static final int READS_AT_ONCE = 16;
  /**
   * The most requests that wait. Reading stops while one request is held, so only requests that were read before wait. The shortest request
   * has 18 bytes, and one read, together with a TLS record that was begun before, has less than 32 KiB.
   */
  private static final int MAX_QUEUED = 2_048;
  /** The name of Hadoop's idle timer in the pipeline. It sees only writes of the handlers behind it; a relay has its own deadlines. */
  private static final String HADOOP_IDLE_TIMER = "timeout";
  private static final Logger LOG = LoggerFactory.getLogger(TerraConnection.class);
  private static final Guard GUARD = new Guard("Terra: the end of a decision's time", LOG::warn);

  private final ConnectionServices services;
  private final ReaderTiming timing;
  private final Deque<StockResponse> stockResponses = new ArrayDeque<>();
  private final Deque<FullHttpRequest> queued = new ArrayDeque<>();
  private @Nullable FullHttpRequest held;
  private @Nullable Relay relay;
  private boolean closing;
  /**
   * True if a request was dropped. No later request may be answered then, since responses would be matched with other requests. The
   * connection ends after the last response, from which the client sees which requests to repeat.
   */
  private boolean cutOff;

  TerraConnection(ConnectionServices services) {
    this.services = services;
    this.timing = new ReaderTiming(services.classes());
  }

  @Override
  public void handlerAdded(ChannelHandlerContext ctx) {
    ctx.channel().config().setRecvByteBufAllocator(
        new AdaptiveRecvByteBufAllocator(LEAST_READ_BYTES, FIRST_READ_BYTES, MAX_READ_BYTES).maxMessagesPerRead(READS_AT_ONCE));
    if (!services.settled().isDone()) {
      services.settled().thenRun(() -> ctx.executor().execute(() -> handleQueued(ctx)));
    }
  }

  @Override
  public void channelRead(ChannelHandlerContext ctx, Object message) {
    if (!(message instanceof FullHttpRequest request)) {
      ctx.fireChannelRead(message);
    } else if (closing || cutOff || queued.size() >= MAX_QUEUED) {
      cutOff = true;
      request.release();
    } else if (held != null || !queued.isEmpty() || !services.settled().isDone()) {
      queued.add(request);
      ctx.channel().config().setAutoRead(false);
    } else {
      handle(ctx, request);
    }
  }

  private void handle(ChannelHandlerContext ctx, FullHttpRequest request) {
    Verdict verdict = open(ctx, request, verdict(ctx, request));
    if (verdict instanceof Pass pass) {
      pass(ctx, request, pass);
    } else if (verdict instanceof Serve serve) {
      pass(ctx, request.setUri(serve.uri()), Pass.as(TrafficClass.STOCK));
    } else if (!stockResponses.isEmpty()) {
      queued.add(request);
      ctx.channel().config().setAutoRead(false);
    } else if (verdict instanceof Ask ask && !services.participates().test(ask.fetch().job())) {
      tell(ask);
      pass(ctx, request, new StockResponse(TrafficClass.BYPASSED, 0, services.counts(), () -> served(ask)));
    } else if (verdict instanceof Ask ask) {
      hold(ctx, request, ask);
    } else {
      request.release();
      answer(ctx, verdict);
    }
  }

  private Verdict verdict(ChannelHandlerContext ctx, FullHttpRequest request) {
    try {
      return services.router().route(request, address(ctx.channel().localAddress()), address(ctx.channel().remoteAddress()));
    } catch (RuntimeException | Error e) {
      LOG.warn("Terra: routing a fetch failed, the stock handler serves it", e);
      return Pass.as(TrafficClass.UNKNOWN);
    }
  }

  /** Returns the verdict, or a refusal if the verdict takes the stock path and the stock path is forbidden. */
  private Verdict open(ChannelHandlerContext ctx, FullHttpRequest request, Verdict verdict) {
    boolean takesStock = verdict instanceof Pass || verdict instanceof Serve
        || (verdict instanceof Ask ask && !services.participates().test(ask.fetch().job()));
    return takesStock ? refusal(ctx, request).<Verdict>map(Refuse::forbidden).orElse(verdict) : verdict;
  }

  private Optional<String> refusal(ChannelHandlerContext ctx, FullHttpRequest request) {
    return services.gate().isAnyRefused() ? ShuffleRequest.parse(RelayTarget.signed(request.uri())).flatMap(parsed ->
        services.gate().refusal(parsed.job(), address(ctx.channel().remoteAddress()))) : Optional.empty();
  }

  private void pass(ChannelHandlerContext ctx, FullHttpRequest request, Pass pass) {
    pass(ctx, request, new StockResponse(pass.traffic(), pass.skipBytes(), services.counts()));
  }

  private void pass(ChannelHandlerContext ctx, FullHttpRequest request, StockResponse response) {
    if (response.traffic().crossesSites()) {
      response.readBy(ShuffleRequest.parse(request.uri()).map(ShuffleRequest::job).orElse(""));
    }
    stockResponses.add(response);
    ctx.fireChannelRead(request);
  }

  private void served(Ask ask) {
    services.offers().shuffle(ask.fetch()).ifPresent(services.counts().served()::note);
  }

  private void answer(ChannelHandlerContext ctx, Verdict verdict) {
    if (verdict instanceof RelayTo relayTo) {
      relay(ctx, relayTo);
    } else if (verdict instanceof SendBack back) {
      LOG.info("Terra: {} goes back to {}: {}", ctx.channel().remoteAddress(), back.target().origin(), back.reason());
      respond(ctx, Responses.sendBack(back.target()));
    } else if (verdict instanceof Refuse refuse) {
      LOG.info("Terra: {} to {}: {}", refuse.status(), ctx.channel().remoteAddress(), refuse.reason());
      respond(ctx, Responses.refusal(refuse.status(), refuse.reason()));
    }
  }

  private void relay(ChannelHandlerContext ctx, RelayTo target) {
    closing = true;
    if (ctx.pipeline().get(HADOOP_IDLE_TIMER) != null) {
      ctx.pipeline().remove(HADOOP_IDLE_TIMER);
    }
    try {
      Optional<Relay> started = Relay.start(ctx, target, services.relays());
      if (started.isPresent()) {
        relay = started.get();
      } else {
        answer(ctx, new SendBack(target.target(), "this node already relays as many fetches as it may"));
      }
    } catch (RuntimeException | Error e) {
      LOG.warn("Terra: relaying a fetch of {} failed, its origin serves it", target.request().job(), e);
      answer(ctx, new SendBack(target.target(), Failures.inWords(e)));
    }
  }

  private void respond(ChannelHandlerContext ctx, FullHttpResponse response) {
    closing = true;
    ctx.writeAndFlush(response).addListener(ChannelFutureListener.CLOSE);
  }

  private void hold(ChannelHandlerContext ctx, FullHttpRequest request, Ask ask) {
    held = request;
    ctx.channel().config().setAutoRead(false);
    CompletableFuture<Optional<Answer>> answer = askAgent(ask);
    OneShot deadline =
        OneShot.after(ctx.executor(), DECISION_MILLIS, TimeUnit.MILLISECONDS, GUARD, () -> answer.complete(Optional.empty()));
    answer.whenComplete((decision, error) -> ctx.executor().execute(() -> {
      deadline.cancel();
      decided(ctx, request, ask, error == null ? decision.orElse(null) : null);
    }));
  }

  /** Reports a fetch to the agent, without waiting for the decision. */
  private void tell(Ask ask) {
    askAgent(ask).thenAccept(given -> given.ifPresent(services.offers()::notRedirected));
  }

  private CompletableFuture<Optional<Answer>> askAgent(Ask ask) {
    try {
      return services.offers().ask(ask.fetch());
    } catch (RuntimeException | Error e) {
      LOG.warn("Terra: offering a fetch of {} failed, the stock handler serves it", ask.request().job(), e);
      return CompletableFuture.completedFuture(Optional.empty());
    }
  }

  private void decided(ChannelHandlerContext ctx, FullHttpRequest request, Ask ask, @Nullable Answer answer) {
    boolean waits = held == request;
    held = waits ? null : held;
    boolean redirected = waits && answer != null && redirect(ctx, request, ask, answer);
    if (answer != null && !redirected) {
      services.offers().notRedirected(answer);
    }
    Optional<String> refusal = waits && !redirected ? refusal(ctx, request) : Optional.empty();
    if (refusal.isPresent()) {
      request.release();
      answer(ctx, Refuse.forbidden(refusal.get()));
    } else if (waits && !redirected) {
      boolean small = answer != null && answer.decision().getKind() == FetchDecision.Kind.BYPASS;
      pass(ctx, request, Pass.as(small ? TrafficClass.SMALL : TrafficClass.STOCK));
    }
    if (waits) {
      handleQueued(ctx);
    }
  }

  private boolean redirect(ChannelHandlerContext ctx, FullHttpRequest request, Ask ask, Answer answer) {
    if (answer.decision().getKind() != FetchDecision.Kind.REDIRECT) {
      return false;
    }
    try {
      Optional<FullHttpResponse> response =
          services.redirects().answer(request, address(ctx.channel().localAddress()), ask, answer);
      if (response.isEmpty()) {
        return false;
      }
      services.offers().redirected(ask.fetch(), answer);
      services.counts().add(Count.REDIRECTED_FETCHES, 1);
      respond(ctx, response.get());
      request.release();
      return true;
    } catch (RuntimeException | Error e) {
      LOG.warn("Terra: redirecting a fetch of {} failed, the stock handler serves it", ask.request().job(), e);
      return false;
    }
  }

  private void goOn(ChannelHandlerContext ctx) {
    if (!cutOff) {
      ctx.channel().config().setAutoRead(true);
    } else if (!closing && stockResponses.isEmpty()) {
      closing = true;
      ctx.writeAndFlush(Unpooled.EMPTY_BUFFER).addListener(ChannelFutureListener.CLOSE);
    }
  }

  /** Handles the requests that waited behind a response that is over. */
  private void handleQueued(ChannelHandlerContext ctx) {
    while (!queued.isEmpty() && held == null && !closing && stockResponses.isEmpty()) {
      handle(ctx, queued.remove());
    }
    if (queued.isEmpty() && held == null) {
      goOn(ctx);
    }
  }

  @Override
  public void write(ChannelHandlerContext ctx, Object message, ChannelPromise promise) {
    StockResponse response = stockResponses.peek();
    if (response == null) {
      ctx.write(message, promise);
      return;
    }
    if (response.begin() && response.traffic().crossesSites()) {
      mark(ctx, response);
    }
    Object filtered = filter(response, message);
    boolean last = StockResponse.isLast(message);
    ChannelPromise written = promise.unvoid();
    if (last) {
      stockResponses.remove();
      written.addListener(done -> {
        if (done.isSuccess()) {
          response.sent();
          response.small().ifPresent(begun -> services.classes().sent(begun, response.length()));
          response.lastOnConnection().ifPresent(begun -> timing.sent(begun, response.length()));
        }
      });
    }
    ctx.write(filtered, written);
    if (last && (cutOff || !queued.isEmpty())) {
      ctx.executor().execute(() -> handleQueued(ctx));
    }
  }

  /**
   * Marks the packets of a response to another site with the latency class of its reader's job. If this fails, the response is sent
   * unmarked.
   */
  private void mark(ChannelHandlerContext ctx, StockResponse response) {
    try {
      boolean large = response.traffic() == TrafficClass.STOCK;
      services.classes().begin(response.job(), large, address(ctx.channel().remoteAddress())).ifPresent(begun -> {
        response.begun(begun);
        ctx.channel().config().setOption(ChannelOption.IP_TOS, begun.typeOfService());
      });
    } catch (RuntimeException | Error e) {
      LOG.debug("Terra: a response to {} is not marked", ctx.channel(), e);
    }
  }

  private static Object filter(StockResponse response, Object message) {
    try {
      return response.filter(message);
    } catch (RuntimeException | Error e) {
      LOG.warn("Terra: counting a response failed, it is sent as it is", e);
      return message;
    }
  }

  @Override
  public void channelWritabilityChanged(ChannelHandlerContext ctx) {
    if (relay != null) {
      relay.clientWritabilityChanged();
    }
    ctx.fireChannelWritabilityChanged();
  }

  @Override
  public void close(ChannelHandlerContext ctx, ChannelPromise promise) {
    if (!timing.closeHalf(ctx, promise)) {
      ctx.close(promise);
    }
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
    timing.forget();
    ctx.fireExceptionCaught(cause);
  }

  @Override
  public void channelInactive(ChannelHandlerContext ctx) {
    timing.closed();
    release();
    ctx.fireChannelInactive();
  }

  @Override
  public void handlerRemoved(ChannelHandlerContext ctx) {
    release();
  }

  private void release() {
    closing = true;
    ReferenceCountUtil.release(held);
    held = null;
    queued.forEach(ReferenceCountUtil::release);
    queued.clear();
    if (relay != null) {
      relay.clientGone();
      relay = null;
    }
  }

  private static InetAddress address(SocketAddress address) {
    return ((InetSocketAddress) address).getAddress();
  }
}
