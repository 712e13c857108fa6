package dev.terra.node.agent;

import dev.terra.api.client.RpcProblem;
import dev.terra.api.process.OneShot;
import dev.terra.api.process.Periodic;
import dev.terra.api.residency.PlaceMessages;
import dev.terra.api.timing.ProtocolTiming;
import dev.terra.api.v1.AgentMessage;
import dev.terra.api.v1.AgentWelcome;
import dev.terra.api.v1.FetchDecision;
import dev.terra.api.v1.FetchOffer;
import dev.terra.api.v1.HandlerSpan;
import dev.terra.api.version.ProtocolVersions;
import dev.terra.core.failure.Failures;
import dev.terra.core.limit.Backoff;
import dev.terra.core.residency.Residency;
import dev.terra.core.shuffle.ShuffleId;
import dev.terra.node.latency.ClassTable;
import dev.terra.node.limit.PeerShares;
import dev.terra.node.output.NodeShuffle;
import dev.terra.node.site.SiteMap;
import io.grpc.netty.shaded.io.netty.util.concurrent.DefaultThreadFactory;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * This handler's standing relation to one agent: keeps a stream to it, answers each of its beats, which come every 500 ms, with one,
 * so that both are one awakening; notices its silence, and matches decisions with offers. Its state belongs to the links' thread;
 * what others read is volatile.
 */
@SuppressWarnings("FutureReturnValueIgnored") // Scheduled tasks handle what goes wrong in them.
final class AgentLink implements AgentAttachment.Listener {
  /** So often it is checked whether the agent still beats; one that does not gets beats at this pace. */
  static final long WATCH_MILLIS = ProtocolTiming.HANDLER_WATCH.millis();
  /** Four missed heartbeats: the agent is not to be relied on. */
  static final long SILENCE_NANOS = ProtocolTiming.AGENT_SILENCE.nanos();
  /** So long after the last sign of life the connection itself is taken for dead, and made anew. */
  static final long DEAD_NANOS = ProtocolTiming.AGENT_DEAD.nanos();
  /** More undecided offers than reducers could hold open: what comes above takes the stock path. */
  private static final int MAX_PENDING = 4_096;
  /** While the agent does not yet keep up, as when a handler that has restarted announces all its map outputs; some MB. */
  private static final int MAX_PENDING_UNREADY = 256;
  private static final Duration BREAKER_OPEN = ProtocolTiming.BREAKER_OPEN.duration();
  /** Each link looks up one name at a time, and a site has at most 16 agents. */
  private static final int MOST_LOOK_UPS = 64;
  private static final Executor NAMES = new ThreadPoolExecutor(0, MOST_LOOK_UPS, 1, TimeUnit.SECONDS, new SynchronousQueue<>(),
      new DefaultThreadFactory("terra-agent-names", true));
  private static final Logger LOG = LoggerFactory.getLogger(AgentLink.class);

  private final AgentAddress agent;
  private final LinkSlice slice;
  private final News news;
  private final LinkServices services;
  private final Backoff backoff;
  private final Breaker breaker;
  private final Map<Long, CompletableFuture<Optional<Decided>>> pending = new HashMap<>();
  private final PeerShares shares = PeerShares.of(MAX_PENDING);
  private final CompletableFuture<Void> firstAttempt = new CompletableFuture<>();
  private volatile @Nullable InetSocketAddress place;
  private volatile @Nullable AgentAttachment stream;
  private volatile boolean welcomed;
  private final AtomicInteger welcomes = new AtomicInteger();
  private volatile AgentWelcome welcome = AgentWelcome.getDefaultInstance();
  private volatile @Nullable SiteMap sites;
  private volatile long heardAtNanos;
  private volatile boolean wasLost;
  private volatile long lostAtNanos;
  private volatile long smallBytes;
  private volatile @Nullable ClassTable classes;
  private volatile @Nullable Residency residency;
  private volatile @Nullable HandlerIdentity identity;
  private long lastOffer;
  private int lookUps;
  private @Nullable OneShot retry;
  private boolean closed;
  private boolean failureLogged;

  /** What others do when an agent comes or goes. */
  interface News {
    /** It has welcomed this handler. */
    void welcomed(AgentLink link);

    /** A stream that was welcomed has ended. */
    void lost(AgentLink link);
  }

  /**
   * To an agent that carries a slice.
   *
   * @param news gets agents that come and go
   */
  AgentLink(AgentAddress process, LinkSlice slice, LinkServices services, News news) {
    this.agent = slice.of(process);
    this.place = agent.literal().orElse(null);
    this.slice = slice;
    this.news = news;
    this.services = services;
    this.backoff = new Backoff(ProtocolTiming.HANDLER_RECONNECT, services.random());
    this.breaker = new Breaker(BREAKER_OPEN, services.nanoClock());
  }

  /** Whether the agent is at an address. */
  boolean isAt(InetAddress address) {
    InetSocketAddress at = place;
    return at != null && at.getAddress().equals(address);
  }

  /** Ends when the agent has welcomed this handler, or could not be reached, for the first time. */
  CompletableFuture<Void> firstAttempt() {
    return firstAttempt;
  }

  /** How often the agent has welcomed this handler. */
  int welcomes() {
    return welcomes.get();
  }

  /** For fetches through this agent that fail. */
  Breaker breaker() {
    return breaker;
  }

  /** What the agent last said about sites, even if it is away now. */
  Optional<SiteMap> sites() {
    return Optional.ofNullable(sites);
  }

  /** Where the agent serves fetches. */
  InetSocketAddress fetchAddress() {
    return new InetSocketAddress(Objects.requireNonNull(place).getAddress(), welcome.getFetchPort());
  }

  /** The agent's session: what is proved for its fetches is proved for that. */
  long session() {
    return welcome.getSession();
  }

  /** So few bytes of a shuffle are too few for Terra, whichever sites they are between; 0 if the agent does not know. */
  long smallBytes() {
    return smallBytes;
  }

  /** The residency of queues as the agent has said it last, even if it is away now; empty if it never has. */
  Optional<Residency> residency() {
    return Optional.ofNullable(residency);
  }

  /** The latency classes as the agent has said them last, even if it is away now; empty if it never has. */
  Optional<ClassTable> classes() {
    return Optional.ofNullable(classes);
  }

  boolean isHealthy() {
    return welcomed && services.nanoClock().getAsLong() - heardAtNanos < SILENCE_NANOS;
  }

  /** Whether the agent ended so short a time ago that its successor may not be here yet. */
  boolean isLostLately() {
    return wasLost && services.nanoClock().getAsLong() - lostAtNanos < ProtocolTiming.RETURN.nanos();
  }

  void start(HandlerIdentity self) {
    identity = self;
    services.loop().execute(this::connect);
    Periodic.every(services.loop(), WATCH_MILLIS, TimeUnit.MILLISECONDS, services.guard(), this::watch);
  }

  private void connect() {
    if (closed) {
      return;
    }
    agent.literal().ifPresentOrElse(this::attach, this::lookUp);
  }

  /** A resolver may be silent for as long as it likes: this thread does not wait for it. */
  private void lookUp() {
    int turn = lookUps++;
    try {
      CompletableFuture.runAsync(() -> {
        try {
          InetSocketAddress found = agent.lookUp(turn);
          onLoop(() -> attach(found));
        } catch (UnknownHostException | RuntimeException e) {
          onLoop(() -> lost(null, e));
        }
      }, NAMES);
    } catch (RejectedExecutionException e) {
      lost(null, e);
    }
  }

  private void attach(InetSocketAddress at) {
    if (closed) {
      return;
    }
    place = at;
    heardAtNanos = services.nanoClock().getAsLong();
    try {
      HandlerIdentity self = Objects.requireNonNull(identity);
      AgentAttachment next = new AgentAttachment(at, self, slice, services, this);
      stream = next;
      next.open(at, self);
    } catch (RuntimeException | Error e) {
      lost(stream, e);
    }
  }

  @Override
  public void heard(AgentAttachment from, AgentMessage message) {
    if (from != stream) {
      return;
    }
    heardAtNanos = services.nanoClock().getAsLong();
    if (message.hasWelcome()) {
      welcomed(message.getWelcome());
      firstAttempt.complete(null);
    } else if (message.hasDecision()) {
      decided(message.getDecision());
    } else if (message.hasHeartbeat()) {
      smallBytes = message.getHeartbeat().getSmallBytes();
      from.heartbeat();
    } else if (message.hasClasses()) {
      classes = ClassTable.of(message.getClasses());
    } else if (message.hasResidency()) {
      residency = PlaceMessages.of(message.getResidency().getQueuesList());
    } else if (message.hasCheck() && from.isReady()) {
      from.check(message.getCheck(), welcome.getSession());
    }
  }

  private void welcomed(AgentWelcome message) {
    if (!ProtocolVersions.SITE.speaks(message.getProtocolVersion())) {
      LOG.warn("Terra: agent {}: {}: fetches take the stock path", agent,
          ProtocolVersions.SITE.refusal("handler", "agent", message.getProtocolVersion(), 0));
      return;
    }
    sites = SiteMap.of(message);
    welcome = message;
    welcomed = true;
    welcomes.incrementAndGet();
    failureLogged = false;
    backoff.reset();
    LOG.info("Terra: attached to agent {} at {} of site {}", message.getAgent(), agent, message.getSite());
    news.welcomed(this);
  }

  private void decided(FetchDecision decision) {
    Decided decided = new Decided(decision, this::unsent);
    CompletableFuture<Optional<Decided>> answer = pending.remove(decision.getOffer());
    if (answer == null || !answer.complete(Optional.of(decided))) {
      decided.drop();
    }
  }

  private void unsent(long offer) {
    onLoop(() -> {
      if (stream != null && stream.isOpen()) {
        stream.unsent(offer);
      }
    });
  }

  private void onLoop(Runnable task) {
    try {
      services.loop().execute(task);
    } catch (RejectedExecutionException e) {
      LOG.debug("Terra: the handler stops, agent {} is not told any more", agent, e);
    }
  }

  /** On another thread: it may take a look at the agent's port. */
  private void say(Throwable reason) {
    ForkJoinPool.commonPool().execute(() -> LOG.warn("Terra: no stream to agent {} ({}); its fetches take the stock path, reconnecting",
        agent, inWords(reason)));
  }

  private String inWords(Throwable reason) {
    try {
      return RpcProblem.inWords(reason, !services.tls().isOn(), agent.lookUp(0));
    } catch (UnknownHostException e) {
      return Failures.inWords(e);
    }
  }

  @Override
  public void lost(@Nullable AgentAttachment from, Throwable reason) {
    if (from != stream || closed) {
      return;
    }
    stream = null;
    firstAttempt.complete(null);
    boolean wasWelcomed = welcomed;
    welcomed = false;
    long delayMillis = backoff.nextDelayMillis();
    if (wasWelcomed || !failureLogged) {
      failureLogged = true;
      say(reason);
    }
    retry = OneShot.after(services.loop(), delayMillis, TimeUnit.MILLISECONDS, services.guard(), this::connect);
    if (wasWelcomed) {
      lostAtNanos = services.nanoClock().getAsLong();
      wasLost = true;
      news.lost(this);
    }
    List<CompletableFuture<Optional<Decided>>> undecided = List.copyOf(pending.values());
    pending.clear();
    undecided.forEach(answer -> answer.completeExceptionally(new AgentGoneException(agent)));
  }

  /** Its agent may carry what another one did until now: it is tried again at once, and often. */
  void hurry() {
    backoff.reset();
    if (!closed && retry != null && retry.cancel()) {
      connect();
    }
  }

  boolean isOf(int number) {
    return slice.number() == number;
  }

  /** Whether a shuffle's partition goes this way. */
  boolean carries(NodeShuffle shuffle, int partition) {
    return slice.has(shuffle, partition);
  }

  private void watch() {
    AgentAttachment current = stream;
    if (current == null || closed) {
      return;
    }
    long silentNanos = services.nanoClock().getAsLong() - heardAtNanos;
    if (silentNanos > DEAD_NANOS) {
      current.drop();
      lost(current, new IllegalStateException("silent for " + TimeUnit.NANOSECONDS.toSeconds(DEAD_NANOS) + " s"));
    } else if (silentNanos > TimeUnit.MILLISECONDS.toNanos(WATCH_MILLIS)) {
      current.heartbeat();
    }
  }

  /** Tells the agent of new map outputs. */
  void outputsFound() {
    if (stream != null) {
      stream.announceOutputs();
    }
  }

  /** Whether the agent follows fetches, and a report of now is read soon. */
  boolean takesSpans() {
    return stream != null && stream.isReady() && stream.followsFetches();
  }

  /** Tells the agent of a span, if it keeps up. */
  void tell(HandlerSpan span) {
    AgentAttachment current = stream;
    if (current != null && takesSpans()) {
      current.span(span);
    }
  }

  void shuffleEnded(ShuffleId shuffle) {
    if (stream != null && welcomed) {
      stream.shuffleEnded(shuffle);
    }
  }

  /** Asks the agent; empty where it is asked too much already. Fails with an {@link AgentGoneException} where it is not there, or goes. */
  CompletableFuture<Optional<Decided>> offer(OfferedFetch offer) {
    CompletableFuture<Optional<Decided>> answer = new CompletableFuture<>();
    services.loop().execute(() -> ask(offer, answer));
    return answer;
  }

  private void ask(OfferedFetch offered, CompletableFuture<Optional<Decided>> answer) {
    if (!isHealthy() || stream == null || !stream.isOpen()) {
      answer.completeExceptionally(new AgentGoneException(agent));
      return;
    }
    String job = offered.job().id();
    if ((!stream.isReady() && pending.size() >= MAX_PENDING_UNREADY) || !shares.take(job)) {
      answer.complete(Optional.empty());
      return;
    }
    long id = ++lastOffer;
    pending.put(id, answer);
    answer.whenComplete((decision, error) -> forget(id, job));
    FetchOffer offer = offered.offer().toBuilder().setOffer(id)
        .setKey(services.proofs().key(offered.offer().getShuffle(), welcome.getSession())).build();
    stream.offer(new OfferedFetch(offer, offered.job(), offered.shuffle()));
  }

  private void forget(long offer, String job) {
    shares.give(job);
    onLoop(() -> pending.remove(offer));
  }

  /** Ends the stream for good and returns it, for the caller to wait for its end. */
  Optional<AgentAttachment> close() {
    closed = true;
    firstAttempt.complete(null);
    Optional<AgentAttachment> last = Optional.ofNullable(stream);
    stream = null;
    welcomed = false;
    last.ifPresent(AgentAttachment::detach);
    pending.values().forEach(answer -> answer.complete(Optional.empty()));
    pending.clear();
    return last;
  }
}
