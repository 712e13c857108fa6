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
 * This handler's permanent link to one agent. It keeps a stream to the agent and answers each heartbeat of the agent, which comes every 500
 * ms, with its own, so that both wake a process only once. It notices the agent's silence, and matches decisions with offers. Its state is
 * used on the links' thread only; fields that others read are volatile.
 */
@SuppressWarnings("FutureReturnValueIgnored") // Scheduled tasks handle their own failures.
final class AgentLink implements AgentAttachment.Listener {
  /**
   * The interval at which the link checks whether the agent still sends heartbeats. An agent that does not is sent heartbeats at this
   * interval.
   */
  static final long WATCH_MILLIS = ProtocolTiming.HANDLER_WATCH.millis();
  /** The silence after which the agent is not relied on: four missed heartbeats. */
  static final long SILENCE_NANOS = ProtocolTiming.AGENT_SILENCE.nanos();
  /** The silence after which the connection itself is taken for dead and is made anew. */
  static final long DEAD_NANOS = ProtocolTiming.AGENT_DEAD.nanos();
  /** The most undecided offers, which is more than reducers could hold open. Further offers take the stock path. */
  private static final int MAX_PENDING = 4_096;
  /**
   * The most undecided offers while the agent does not keep up, for example when a handler that has restarted announces all its map
   * outputs. They take some megabytes.
   */
  private static final int MAX_PENDING_UNREADY = 256;
  private static final Duration BREAKER_OPEN = ProtocolTiming.BREAKER_OPEN.duration();
  /** The most look-ups of names at a time. Each link looks up one name at a time, and a site has at most 16 agents. */
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

  /** Handles an agent that comes or goes. */
  interface News {
    /** Notes that the agent has welcomed this handler. */
    void welcomed(AgentLink link);

    /** Notes that a stream on which the agent had welcomed this handler has ended. */
    void lost(AgentLink link);
  }

  /**
   * Creates a link to an agent that carries a slice.
   *
   * @param news handles the agent's coming and going
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

  /** Returns whether the agent is at an address. */
  boolean isAt(InetAddress address) {
    InetSocketAddress at = place;
    return at != null && at.getAddress().equals(address);
  }

  /** Returns a future that ends when the agent has welcomed this handler, or could not be reached, for the first time. */
  CompletableFuture<Void> firstAttempt() {
    return firstAttempt;
  }

  /** Returns how often the agent has welcomed this handler. */
  int welcomes() {
    return welcomes.get();
  }

  /** Returns the breaker for fetches through this agent that fail. */
  Breaker breaker() {
    return breaker;
  }

  /** Returns the map of sites that the agent sent last, even if the agent is away. */
  Optional<SiteMap> sites() {
    return Optional.ofNullable(sites);
  }

  /** Returns the address at which the agent serves fetches. */
  InetSocketAddress fetchAddress() {
    return new InetSocketAddress(Objects.requireNonNull(place).getAddress(), welcome.getFetchPort());
  }

  /** Returns the agent's session, for which the proofs of its fetches are made. */
  long session() {
    return welcome.getSession();
  }

  /**
   * Returns up to how many bytes a shuffle is too small for Terra, whichever sites they are between; 0 if the agent has not reported it.
   */
  long smallBytes() {
    return smallBytes;
  }

  /** Returns the residency of queues that the agent sent last, even if the agent is away; empty if it has sent none. */
  Optional<Residency> residency() {
    return Optional.ofNullable(residency);
  }

  /** Returns the latency classes that the agent sent last, even if the agent is away; empty if it has sent none. */
  Optional<ClassTable> classes() {
    return Optional.ofNullable(classes);
  }

  boolean isHealthy() {
    return welcomed && services.nanoClock().getAsLong() - heardAtNanos < SILENCE_NANOS;
  }

  /** Returns whether the agent ended so recently that its successor may not have started yet. */
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

  /** Looks the agent's name up on another thread, since a resolver may take any time. */
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
      LOG.debug("Terra: the handler stops; agent {} gets no more messages", agent, e);
    }
  }

  /** Logs why the stream ended. It does so on another thread, since it may probe the agent's port. */
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

  /** Connects again at once and resets the pauses, since the agent may take over what another agent has carried. */
  void hurry() {
    backoff.reset();
    if (!closed && retry != null && retry.cancel()) {
      connect();
    }
  }

  boolean isOf(int number) {
    return slice.number() == number;
  }

  /** Returns whether the agent carries a shuffle's partition. */
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

  /** Announces new map outputs to the agent. */
  void outputsFound() {
    if (stream != null) {
      stream.announceOutputs();
    }
  }

  /** Returns whether the agent traces fetches and would read a report soon. */
  boolean takesSpans() {
    return stream != null && stream.isReady() && stream.followsFetches();
  }

  /** Reports a span to the agent, if the agent keeps up. */
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

  /**
   * Sends an offer to the agent. The result is empty if too many offers are undecided. It fails with an {@link AgentGoneException} if the
   * agent is away or ends.
   */
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

  /** Ends the stream for good and returns it, so that the caller can wait for its end. */
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
