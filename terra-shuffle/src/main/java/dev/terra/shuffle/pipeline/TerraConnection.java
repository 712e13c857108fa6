package dev.terra.shuffle.pipeline;

import dev.terra.api.timing.ProtocolTiming;
import dev.terra.api.v1.FetchDecision;
import dev.terra.core.failure.Failures;
import dev.terra.node.count.ShuffleCounts.Count;
import dev.terra.node.offer.OfferDesk.Answer;
import dev.terra.shuffle.fetch.Responses;
import dev.terra.shuffle.fetch.TrafficClass;
import dev.terra.shuffle.fetch.Verdict;
import dev.terra.shuffle.fetch.Verdict.Ask;
import dev.terra.shuffle.fetch.Verdict.Pass;
import dev.terra.shuffle.fetch.Verdict.Refuse;
import dev.terra.shuffle.fetch.Verdict.RelayTo;
import dev.terra.shuffle.fetch.Verdict.SendBack;
import dev.terra.shuffle.fetch.Verdict.Serve;
import dev.terra.shuffle.relay.Relay;
import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPromise;
import io.netty.handler.codec.http.FullHttpRequest;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.util.ReferenceCountUtil;
import io.netty.util.concurrent.ScheduledFuture;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Terra's part of one reducer's connection, between Hadoop's HTTP codec and its shuffle handler. A request is passed
 * on untouched, or held for at most {@value #DECISION_MILLIS} ms while the agent decides, or answered here. Responses
 * keep the order of requests: while one is under way, nothing of Terra's begins. A handler that has just started holds
 * all requests for the moment until it is attached to its agents.
 *
 * <p>All state belongs to the connection's event loop. Whatever goes wrong before a response of ours has begun, the
 * stock handler gets the request.
 */
@SuppressWarnings("FutureReturnValueIgnored") // A write that fails closes its channel, and that is noticed.
final class TerraConnection extends ChannelDuplexHandler {
  /**
   * A decision takes a round trip inside the site; on a node whose cores are all taken that can be some hundred
   * milliseconds.
   */
  static final int DECISION_MILLIS = (int) ProtocolTiming.DECISION.millis();
  /** Reading stops while one request is held; these come from what was read by then. */
  private static final int MAX_QUEUED = 256;
  /** Hadoop's idle timer only sees writes that come from behind it; a relay has its own deadlines. */
  private static final String HADOOP_IDLE_TIMER = "timeout";
  private static final Logger LOG = LoggerFactory.getLogger(TerraConnection.class);

  private final ConnectionServices services;
  private final Deque<StockResponse> stockResponses = new ArrayDeque<>();
  private final Deque<FullHttpRequest> queued = new ArrayDeque<>();
  private FullHttpRequest held;
  private Relay relay;
  private boolean closing;

  TerraConnection(ConnectionServices services) {
    this.services = services;
  }

  @Override
  public void handlerAdded(ChannelHandlerContext ctx) {
    if (!services.settled().isDone()) {
      services.settled().thenRun(() -> ctx.executor().execute(() -> handleQueued(ctx)));
    }
  }

  @Override
  public void channelRead(ChannelHandlerContext ctx, Object message) {
    if (!(message instanceof FullHttpRequest request)) {
      ctx.fireChannelRead(message);
    } else if (closing || queued.size() >= MAX_QUEUED) {
      request.release();
    } else if (held != null || !queued.isEmpty() || !services.settled().isDone()) {
      queued.add(request);
      ctx.channel().config().setAutoRead(false);
    } else {
      handle(ctx, request);
    }
  }

  private void handle(ChannelHandlerContext ctx, FullHttpRequest request) {
    Verdict verdict = verdict(ctx, request);
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

  private void pass(ChannelHandlerContext ctx, FullHttpRequest request, Pass pass) {
    pass(ctx, request, new StockResponse(pass.traffic(), pass.skipBytes(), services.counts()));
  }

  private void pass(ChannelHandlerContext ctx, FullHttpRequest request, StockResponse response) {
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
      respond(ctx, Responses.refusal(refuse.status(), refuse.reason(), OptionalLong.empty()));
    }
  }

  private void relay(ChannelHandlerContext ctx, RelayTo target) {
    closing = true;
    if (ctx.pipeline().get(HADOOP_IDLE_TIMER) != null) {
      ctx.pipeline().remove(HADOOP_IDLE_TIMER);
    }
    try {
      Optional<Relay> started = services.relays().start(ctx, target);
      if (started.isPresent()) {
        relay = started.get();
      } else {
        answer(ctx, new SendBack(target.target(), "this node relays as many fetches as it may"));
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
    ScheduledFuture<?> deadline =
        ctx.executor().schedule(() -> answer.complete(Optional.empty()), DECISION_MILLIS, TimeUnit.MILLISECONDS);
    answer.whenComplete((decision, error) -> ctx.executor().execute(() -> {
      deadline.cancel(false);
      decided(ctx, request, ask, error == null ? decision : Optional.empty());
    }));
  }

  /** Tells the agent who reads what, and waits for nothing. */
  private void tell(Ask ask) {
    CompletableFuture<Void> unused = askAgent(ask).thenAccept(services.offers()::notRedirected);
  }

  private CompletableFuture<Optional<Answer>> askAgent(Ask ask) {
    try {
      return services.offers().ask(ask.fetch());
    } catch (RuntimeException | Error e) {
      LOG.warn("Terra: offering a fetch of {} failed, the stock handler serves it", ask.request().job(), e);
      return CompletableFuture.completedFuture(Optional.empty());
    }
  }

  private void decided(ChannelHandlerContext ctx, FullHttpRequest request, Ask ask, Optional<Answer> answer) {
    if (held != request) {
      services.offers().notRedirected(answer);
      return;
    }
    held = null;
    FetchDecision.Kind kind = answer.map(given -> given.decision().getKind()).orElse(FetchDecision.Kind.STOCK);
    boolean redirected = kind == FetchDecision.Kind.REDIRECT && redirect(ctx, request, ask, answer.get());
    if (!redirected) {
      services.offers().notRedirected(answer);
      pass(ctx, request, Pass.as(kind == FetchDecision.Kind.BYPASS ? TrafficClass.BYPASSED : TrafficClass.STOCK));
    }
    handleQueued(ctx);
  }

  private boolean redirect(ChannelHandlerContext ctx, FullHttpRequest request, Ask ask, Answer answer) {
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

  /** What waited behind a response that is over now. */
  private void handleQueued(ChannelHandlerContext ctx) {
    while (!queued.isEmpty() && held == null && !closing && stockResponses.isEmpty()) {
      handle(ctx, queued.remove());
    }
    if (queued.isEmpty() && held == null) {
      ctx.channel().config().setAutoRead(true);
    }
  }

  @Override
  public void write(ChannelHandlerContext ctx, Object message, ChannelPromise promise) {
    StockResponse response = stockResponses.peek();
    if (response == null) {
      ctx.write(message, promise);
      return;
    }
    Object filtered = filter(response, message);
    boolean last = StockResponse.isLast(message);
    ChannelPromise written = promise.unvoid();
    if (last) {
      stockResponses.remove();
      written.addListener(done -> {
        if (done.isSuccess()) {
          response.sent();
        }
      });
    }
    ctx.write(filtered, written);
    if (last && !queued.isEmpty()) {
      ctx.executor().execute(() -> handleQueued(ctx));
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
  public void channelInactive(ChannelHandlerContext ctx) {
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
