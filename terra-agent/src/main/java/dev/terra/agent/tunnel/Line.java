package dev.terra.agent.tunnel;

import com.google.protobuf.MessageLite;
import dev.terra.agent.link.LeastRtt;
import dev.terra.agent.pipe.LineHealth;
import dev.terra.agent.pipe.PipeBook;
import dev.terra.agent.pipe.PipeNumber;
import dev.terra.agent.pipe.PipeOrder;
import dev.terra.agent.wire.Frame;
import dev.terra.agent.wire.FrameDecoder;
import dev.terra.agent.wire.FrameType;
import dev.terra.api.process.Guard;
import dev.terra.api.process.Periodic;
import dev.terra.api.timing.ProtocolTiming;
import dev.terra.api.v1.PipeAnswer;
import dev.terra.api.v1.PipeNews;
import dev.terra.api.v1.PipeOpen;
import dev.terra.api.v1.Probe;
import dev.terra.core.failure.Failures;
import dev.terra.core.latency.ArrivedMark;
import dev.terra.core.limit.BoundedText;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.util.concurrent.Future;
import io.netty.util.concurrent.Promise;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One end of a line, which is the connection between neighbouring agents for what belongs to their link. The line's opener orders pipes
 * over it. Both ends report to each other what has become of pipes, and detect by probes whether the link is silent. The end that did not
 * open the line reports how many bytes it has read from the link's connections. The fields belong to the thread of the channel's loop.
 */
final class Line extends SimpleChannelInboundHandler<Frame> implements LineEnd {
  /** The largest frame that a line accepts. It holds the largest message of news about pipes, with room to spare. */
  static final int MAX_FRAME_BYTES = 128 << 10;

  private static final Logger log = LoggerFactory.getLogger(Line.class);
  private static final Guard GUARD = new Guard("the tick of a line", log::error);
  /** The most orders that wait for the neighbour's answers. A neighbour keeps at most as many pipes waiting. */
  private static final int MOST_ASKED = PipeBook.MOST_WAITING;

  private final TunnelContext context;
  private final NeighbourLink link;
  private final LinkWay way;
  private final boolean opener;
  private final Channel channel;
  private final FrameDecoder decoder;
  private final LineHealth health = new LineHealth();
  private final OpenProbes probes = new OpenProbes();
  private final PipeNewsBatch news = new PipeNewsBatch();
  private final Map<Long, Question> asked = new LinkedHashMap<>();
  private long lastRequest;
  private long reads;
  private final LeastRtt leastRtt = new LeastRtt();
  private volatile long rttNanos;
  private volatile long leastRttNanos;
  private boolean silent;
  private @Nullable Periodic timer;
  private volatile String closeReason = "closed by the neighbour";

  /** The order of a pipe, and the time until which its answer has to arrive. */
  private record Question(Promise<PipeNumber> answer, long untilNanos) {}

  private Line(TunnelContext context, NeighbourLink link, boolean opener, Channel channel, FrameDecoder decoder) {
    super(Frame.class);
    this.context = context;
    this.link = link;
    this.way = opener ? link.out() : link.in();
    this.opener = opener;
    this.channel = channel;
    this.decoder = decoder;
    decoder.takeAtMost(MAX_FRAME_BYTES);
  }

  /** Returns the end of a line that was opened here. */
  static Line opened(TunnelContext context, NeighbourLink link, Channel channel, FrameDecoder decoder) {
    return new Line(context, link, true, channel, decoder);
  }

  /** Returns the end of a line that the neighbour has opened. */
  static Line accepted(TunnelContext context, NeighbourLink link, Channel channel, FrameDecoder decoder) {
    return new Line(context, link, false, channel, decoder);
  }

  @Override
  public void handlerAdded(ChannelHandlerContext ctx) {
    way.began(this);
    timer = Periodic.every(ctx.executor(), ProtocolTiming.LINE_TICK.millis(), TimeUnit.MILLISECONDS, GUARD, this::tick);
    log.info("line {} is open", this);
  }

  private void tick() {
    long now = context.ticker().read();
    boolean heard = reads != way.reads();
    reads = way.reads();
    forgetUnanswered(now);
    if (!opener) {
      link.measurement().receiptDue(now).ifPresent(receipt -> send(FrameType.PING, Probe.newBuilder().setReceipt(receipt).build()));
    }
    switch (health.tick(decoder.takeHeard(), heard)) {
      case LINK_DEAD -> way.close(health.silentMillis());
      case LINE_DEAD -> close("silent for " + health.lineSilentMillis() + " ms, while bytes arrive on other connections over its link");
      case PROBE -> probe(now);
      case NOTHING -> { }
    }
    if (health.isSilent() != silent) {
      silent = health.isSilent();
      log.warn("the link {} is {}", way.link(), silent ? "silent, and so are all tunnels over it" : "no longer silent");
      way.silent(silent);
    }
  }

  private void forgetUnanswered(long now) {
    Iterator<Question> oldest = asked.values().iterator();
    while (oldest.hasNext()) {
      Question question = oldest.next();
      if (now - question.untilNanos < 0) {
        return;
      }
      oldest.remove();
      question.answer.tryFailure(new IOException(link.neighbour() + " has not answered on the line " + this));
    }
  }

  private void probe(long now) {
    if (opener && channel.isWritable()) {
      probes.sent(now);
      send(FrameType.PING, Probe.newBuilder().setSentNanos(now).setRttMicros(TimeUnit.NANOSECONDS.toMicros(rttNanos)).build());
    }
  }

  private void send(FrameType type, MessageLite message) {
    channel.writeAndFlush(Frame.control(channel.alloc(), type, 0, message)).addListener(ChannelFutureListener.CLOSE_ON_FAILURE);
  }

  @Override
  public InetSocketAddress remoteAddress() {
    return (InetSocketAddress) channel.remoteAddress();
  }

  @Override
  public boolean isMeasured() {
    return rttNanos > 0;
  }

  @Override
  public long rttNanos() {
    return rttNanos;
  }

  @Override
  public long leastRttNanos() {
    return leastRttNanos;
  }

  @Override
  public Optional<ArrivedMark> mark() {
    return EndSide.mark(channel);
  }

  @Override
  public Future<PipeNumber> request(PipeOrder order) {
    Promise<PipeNumber> answer = channel.eventLoop().newPromise();
    channel.eventLoop().execute(() -> ask(order, answer));
    return answer;
  }

  private void ask(PipeOrder order, Promise<PipeNumber> answer) {
    if (!channel.isActive() || asked.size() >= MOST_ASKED) {
      answer.tryFailure(new IOException(channel.isActive() ? MOST_ASKED + " pipes are ordered from " + link.neighbour() + " already"
          : "the line " + this + " has ended: " + closeReason));
      return;
    }
    asked.put(++lastRequest, new Question(answer, context.ticker().read() + ProtocolTiming.PIPE_BEGUN.nanos()));
    send(FrameType.PIPE_OPEN, order.message().setRequest(lastRequest).build());
  }

  @Override
  public void tell(PipeNumber number, PipeNews.State state, String reason) {
    channel.eventLoop().execute(() -> {
      if (news.add(number, state, reason)) {
        channel.eventLoop().execute(() -> news.take().forEach(message -> send(FrameType.PIPE_NEWS, message)));
      }
    });
  }

  @Override
  public void close(String why) {
    closeReason = why;
    channel.close().addListener(ChannelFutureListener.CLOSE_ON_FAILURE);
  }

  @Override
  protected void channelRead0(ChannelHandlerContext ctx, Frame frame) {
    switch (frame.header().type()) {
      case PING -> ping(frame.message(Probe.parser()));
      case PONG -> pong(frame.message(Probe.parser()));
      case PIPE_OPEN -> open(frame.message(PipeOpen.parser()));
      case PIPE_ANSWER -> answered(frame.message(PipeAnswer.parser()));
      case PIPE_NEWS -> hear(frame.message(PipeNews.parser()));
      default -> close("a frame of type " + frame.header().type() + " on a line");
    }
  }

  private void ping(Probe probe) {
    if (probe.hasReceipt()) {
      link.measurement().receipt(probe.getReceipt(), leastRttNanos, context.ticker().read());
      return;
    }
    if (probe.getRttMicros() > 0) {
      health.rtt(TimeUnit.MICROSECONDS.toNanos(probe.getRttMicros()));
    }
    send(FrameType.PONG, probe);
  }

  private void pong(Probe probe) {
    if (probes.answered(probe.getSentNanos())) {
      rttNanos = Math.max(1, context.ticker().read() - probe.getSentNanos());
      leastRttNanos = leastRtt.add(rttNanos);
      health.rtt(rttNanos);
    }
  }

  private void open(PipeOpen open) {
    PipeAnswer.Builder answer = PipeAnswer.newBuilder().setRequest(open.getRequest());
    try {
      answer.setNumber(promise(PipeOrder.of(open, context.site(), link.neighbour())).bytes());
    } catch (IllegalArgumentException e) {
      answer.setRefusal(Failures.inWords(e));
    }
    send(FrameType.PIPE_ANSWER, answer.build());
  }

  /**
   * Promises a pipe. Only the end that did not open the line does so.
   *
   * @throws IllegalArgumentException with the reason why there is no pipe
   */
  private PipeNumber promise(PipeOrder order) {
    if (opener) {
      throw new IllegalArgumentException("pipes over the link " + way.link() + " can be ordered only by " + context.site());
    }
    long now = context.ticker().read();
    context.accepted().check(order.path(), context.site(), now);
    order.next().ifPresent(next -> Hops.neighbour(context, next));
    return context.pipes().promise(order, now);
  }

  private void answered(PipeAnswer message) {
    Question question = asked.remove(message.getRequest());
    if (question == null) {
      return; // the answer came too late
    }
    if (message.getRefusal().isEmpty()) {
      question.answer.trySuccess(PipeNumber.of(message.getNumber()));
    } else {
      question.answer.tryFailure(new IOException("refused by " + link.neighbour() + ": " + BoundedText.of(message.getRefusal())));
    }
  }

  private void hear(PipeNews message) {
    String reason = BoundedText.of(message.getReason());
    message.getNumbersList().forEach(number -> way.take(PipeNumber.of(number), message.getState(), reason));
  }

  /** Stops reading while the neighbour does not take answers, so that it can send no more requests. */
  @Override
  public void channelWritabilityChanged(ChannelHandlerContext ctx) {
    channel.config().setAutoRead(channel.isWritable());
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
    close(Failures.inWords(cause));
  }

  @Override
  public void channelInactive(ChannelHandlerContext ctx) {
    if (timer != null) {
      timer.cancel();
    }
    String why = EndSide.closeReason(channel, closeReason);
    log.warn("line {} has ended: {}", this, why);
    way.ended(this, why);
    List.copyOf(asked.values()).forEach(question -> question.answer.tryFailure(new IOException("the line " + this + " has ended: " + why)));
    asked.clear();
    ctx.fireChannelInactive();
  }

  @Override
  public String toString() {
    return way.link() + (opener ? "" : " (far end)");
  }
}
