package dev.terra.spark.relay;

import dev.terra.api.process.Guard;
import dev.terra.api.process.OneShot;
import dev.terra.api.timing.ProtocolTiming;
import dev.terra.api.trace.SpanName;
import dev.terra.api.v1.FetchHead;
import dev.terra.api.v1.HandlerSpan;
import dev.terra.node.agent.AgentLinks.Route;
import dev.terra.node.agent.HandlerSpans;
import dev.terra.node.agent.HandlerSpans.Begun;
import dev.terra.node.agent.HandlerSpans.End;
import dev.terra.node.count.ShuffleCounts.Count;
import dev.terra.node.count.ShuffleCounts;
import dev.terra.spark.pull.PullReply;
import dev.terra.spark.pull.PullReply.Kind;
import io.grpc.netty.shaded.io.netty.channel.EventLoop;
import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Some blocks on their way from the site's agent to an executor, which takes them piece by piece. As much as two pieces are kept, so
 * that an executor that does not read fills no heap. An agent that has ended and is back within seconds goes on itself. All of it on one
 * event loop.
 */
@SuppressWarnings("FutureReturnValueIgnored") // Scheduled tasks handle what goes wrong in them.
final class BlockRelay implements AgentFetch.Listener {
  private static final Logger LOG = LoggerFactory.getLogger(BlockRelay.class);
  private static final Guard GUARD = new Guard("Terra: what was due for a fetch through the agent", LOG::warn);
  /** An answer: a chunk of Spark's protocol, of which each relay holds two at most. */
  static final int PIECE_BYTES = 256 << 10;
  /** Asked for more, the executor hears within that time, if only that nothing has come: its connection would be taken for dead. */
  static final long HOLD_MILLIS = 10_000;
  /** By then the news of an agent's end is here, if it has ended. */
  private static final long END_NEWS_MILLIS = 300;
  /** An agent that is back is asked soon: its executor gets nothing meanwhile. */
  private static final long RETURN_MILLIS = 100;

  private final EventLoop loop;
  private final int blocks;
  private final Asking asking;
  private final ShuffleCounts counts;
  private final Runnable onOver;
  private final LongSupplier nanoClock;
  private final HandlerSpans spans;
  private final Begun begun;
  private Optional<SpanName> span = Optional.empty();
  private final Bytes bytes = new Bytes();
  private Optional<Route> route = Optional.empty();
  private Optional<AgentFetch> agent = Optional.empty();
  private final Received received = new Received();
  private Optional<PullReply> refusal = Optional.empty();
  private Optional<Consumer<PullReply>> waiting = Optional.empty();
  private Optional<OneShot> hold = Optional.empty();
  private boolean lengthsTold;
  private boolean ended;
  private boolean returned;
  private long position;
  private long touchedNanos;
  private long progressNanos;

  /** Whom it asks. */
  interface Asking {
    /** The site's agent, if there is a healthy one. */
    Optional<Route> route();

    /** Asks for what has not been received. */
    AgentFetch ask(Route route, Received received, AgentFetch.Listener listener);
  }

  /**
   * One of so many blocks, that has not begun.
   *
   * @param onOver told when nothing more can be asked of it
   */
  BlockRelay(RelayNeeds services, int blocks, Asking asking, Runnable onOver) {
    this.loop = services.loop();
    this.blocks = blocks;
    this.asking = asking;
    this.counts = services.counts();
    this.nanoClock = services.nanoClock();
    this.spans = services.agents().spans();
    this.begun = spans.begin(HandlerSpan.Kind.RELAY);
    this.onOver = onOver;
  }

  /** Asks an agent. */
  void ask(Route next) {
    route = Optional.of(next);
    agent = Optional.of(asking.ask(next, received, this));
  }

  /** When it was asked for anything last, ns. */
  long touchedNanos() {
    return touchedNanos;
  }

  /**
   * Looks at the time: an agent that has stopped says nothing itself.
   *
   * @return whether it was given up
   */
  boolean tick(long nowNanos) {
    if (waiting.isEmpty() || bytes.size() > 0 || ended || refusal.isPresent()) {
      return false;
    }
    long silentNanos = nowNanos - progressNanos;
    ProtocolTiming patience = !received.begun() ? ProtocolTiming.RELAY_HEAD : ProtocolTiming.RELAY_STALL;
    if (silentNanos > patience.nanos()) {
      refuse(Kind.STOCK, "nothing from the agent for " + patience.duration().toSeconds() + " s");
      return true;
    }
    return false;
  }

  /** The executor asks for what comes at an offset. */
  void pull(long offset, long nowNanos, Consumer<PullReply> answer) {
    touchedNanos = nowNanos;
    if (bytes.size() > 0 || (!received.begun() && progressNanos == 0)) {
      progressNanos = nowNanos;
    }
    release();
    if (offset != position) {
      refuse(Kind.STOCK, "expected a request from " + position + " on, got " + offset);
    }
    waiting = Optional.of(answer);
    hold = Optional.of(OneShot.after(loop, HOLD_MILLIS, TimeUnit.MILLISECONDS, GUARD, () -> answer(PullReply.waiting())));
    serve();
  }

  /** An earlier request that is still held belongs to a connection that is gone. */
  private void release() {
    waiting.ifPresent(earlier -> answer(PullReply.waiting()));
  }

  private void serve() {
    if (waiting.isEmpty()) {
      return;
    }
    if (refusal.isPresent() && bytes.size() == 0) {
      answer(refusal.get());
      onOver.run();
    } else if (received.begun() && (!lengthsTold || bytes.size() > 0)) {
      ByteBuffer piece = bytes.take(PIECE_BYTES);
      position += piece.remaining();
      counts.add(Count.RELAYED_BYTES, piece.remaining());
      boolean first = !lengthsTold;
      lengthsTold = true;
      answer(first ? PullReply.lengths(received.lengths(), piece) : PullReply.bytes(piece));
      agent.ifPresent(fetch -> fetch.read(bytes.size() < PIECE_BYTES));
      if (ended && bytes.size() == 0) {
        tell("", false);
        onOver.run();
      }
    }
  }

  private void answer(PullReply reply) {
    Consumer<PullReply> to = waiting.orElse(unasked -> { });
    waiting = Optional.empty();
    hold.ifPresent(OneShot::cancel);
    hold = Optional.empty();
    to.accept(reply);
  }

  @Override
  public void head(FetchHead head) {
    String problem = received.begin(head, blocks);
    if (!problem.isEmpty()) {
      refuse(Kind.STOCK, problem);
      return;
    }
    progressNanos = nanoClock.getAsLong();
    serve();
  }

  @Override
  public void bytes(ByteBuffer piece) {
    String problem = received.add(piece, bytes::add);
    if (problem.startsWith(Received.CORRUPT)) {
      LOG.error("Terra: {}; the executor fetches the block itself", problem);
    }
    if (!problem.isEmpty()) {
      refuse(Kind.STOCK, problem);
      return;
    }
    progressNanos = nanoClock.getAsLong();
    serve();
    agent.ifPresent(fetch -> fetch.read(bytes.size() < PIECE_BYTES));
  }

  @Override
  public void end() {
    String missing = received.end();
    if (missing.isEmpty()) {
      ended = true;
      serve();
    } else {
      brokenOff(missing);
    }
  }

  @Override
  public void bypassed(String reason) {
    refuse(Kind.BYPASS, reason);
  }

  @Override
  public void failed(String reason) {
    refuse(Kind.STOCK, reason);
  }

  /** An agent that still lives gave this fetch up; one that has ended is waited for, once. */
  @Override
  public void brokenOff(String reason) {
    agent = Optional.empty();
    if (returned) {
      refuse(Kind.STOCK, reason);
    } else {
      returned = true;
      long sinceNanos = nanoClock.getAsLong();
      later(END_NEWS_MILLIS, () -> await(reason, sinceNanos));
    }
  }

  private void await(String reason, long sinceNanos) {
    if (refusal.isPresent() || ended) {
      return;
    }
    long nowNanos = nanoClock.getAsLong();
    Optional<Route> next = asking.route();
    if ((next.isPresent() && next.equals(route)) || nowNanos - sinceNanos > ProtocolTiming.RETURN.nanos()) {
      refuse(Kind.STOCK, reason);
    } else if (next.isPresent()) {
      ask(next.get());
      progressNanos = nowNanos;
    } else {
      later(RETURN_MILLIS, () -> await(reason, sinceNanos));
    }
  }

  private void later(long millis, Runnable task) {
    OneShot.after(loop, millis, TimeUnit.MILLISECONDS, GUARD, () -> {
      if (!GUARD.run(task)) {
        refuse(Kind.STOCK, "the service failed; see its log");
      }
    });
  }

  /** Nothing more comes; what has come is still given. */
  void refuse(Kind kind, String reason) {
    if (refusal.isEmpty() && !ended) {
      refusal = Optional.of(PullReply.text(kind, reason));
      tell(reason, true);
      agent.ifPresent(AgentFetch::cancel);
      serve();
    }
  }

  /** Once: what the agent traces is over here. */
  private void tell(String problem, boolean failed) {
    span.ifPresent(name -> spans.over(begun, name, new End(position, problem, failed)));
    span = Optional.empty();
  }

  @Override
  public void named(SpanName name) {
    span = Optional.of(name);
  }

  /** Nobody asks any more. */
  void abandon() {
    refuse(Kind.STOCK, "nobody asked for it any more");
    bytes.clear();
    release();
  }
}
