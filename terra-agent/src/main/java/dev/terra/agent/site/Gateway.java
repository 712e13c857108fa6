package dev.terra.agent.site;

import com.google.common.base.Ticker;
import com.google.common.net.InetAddresses;
import dev.terra.agent.stats.AgentEventKind;
import dev.terra.agent.stats.Events;
import dev.terra.agent.trace.FetchTraces;
import dev.terra.api.proof.ShuffleKey;
import dev.terra.api.shuffle.ShuffleDescriptions;
import dev.terra.api.timing.ProtocolTiming;
import dev.terra.api.v1.AgentHeartbeat;
import dev.terra.api.v1.AgentMessage;
import dev.terra.api.v1.AgentWelcome;
import dev.terra.api.v1.FetchDecision;
import dev.terra.api.v1.FetchOffer;
import dev.terra.api.v1.HandlerDirectory;
import dev.terra.api.v1.HandlerHello;
import dev.terra.api.v1.HandlerLease;
import dev.terra.api.v1.HandlerMessage;
import dev.terra.api.v1.ShuffleCounters;
import dev.terra.api.v1.StockHandler;
import dev.terra.api.version.Capability;
import dev.terra.api.version.ProtocolVersions;
import dev.terra.core.limit.LineBudget;
import dev.terra.core.shuffle.ShuffleId;
import dev.terra.core.wan.AgentId;
import dev.terra.core.wan.SiteId;
import io.grpc.Status;
import io.grpc.stub.StreamObserver;
import java.net.InetAddress;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Exchanges messages with this site's handlers, and lists of handlers with other agents. It is used on the agent's thread only. */
public final class Gateway {
  private static final Logger log = LoggerFactory.getLogger(Gateway.class);
  /** The most handlers that attach at the same time, as after a restart of their agent. */
  private static final int MAX_GREETING = 2_048;
  /** The most of them on one node. Each of its services attaches once, and some earlier attempts may not have ended yet. */
  private static final int MAX_GREETING_OF_NODE = 64;
  private static final long HELLO_NANOS = ProtocolTiming.HELLO.nanos();
  /** The time without a heartbeat after which a stream is closed. Its handler has to attach again. */
  private static final long GONE_NANOS = ProtocolTiming.HANDLER_GONE.nanos();

  private final SiteId site;
  private final Subnets subnets;
  private final SiteShuffles shuffles;
  private final ShuffleDecisions decisions;
  private final Handlers handlers;
  private final Directory directory = new Directory();
  private final Map<Session, Long> greeting = new LinkedHashMap<>();
  private final HandlerStates states;
  private final ServedByStock served = new ServedByStock();
  private final StockHandlers stockHandlers;
  private final EarlyOffers early;
  private final LineBudget lines = new LineBudget();
  private final ProofGate proofs;
  private final FetchTraces traces;
  private final Announcements announcements;
  private final Events events;
  private final Ticker ticker;
  /** True if the last list that was sent to other agents has any handler. An empty list is sent once only. */
  private boolean handlersTold;

  /**
   * The site and the parts that a gateway serves.
   *
   * @param subnets the subnets of all sites
   * @param decisions the decisions about the shuffles of the site's handlers
   * @param knownNanos the time of the agent's clock from which on the handlers of the other sites are known
   */
  public record Served(SiteId site, Subnets subnets, ShuffleDecisions decisions, Handlers handlers, long knownNanos) {}

  /** The parts to which a gateway passes messages of handlers. */
  public record Followers(ProofGate proofs, FetchTraces traces, Announcements announcements) {}

  /** Creates a gateway without handlers. */
  public Gateway(Served served, Followers followers, Events events, Ticker ticker) {
    this.site = served.site();
    this.subnets = served.subnets();
    this.decisions = served.decisions();
    this.shuffles = decisions.shuffles();
    this.handlers = served.handlers();
    this.proofs = followers.proofs();
    this.traces = followers.traces();
    this.announcements = followers.announcements();
    this.events = events;
    this.ticker = ticker;
    this.states = handlers.states();
    this.stockHandlers = new StockHandlers(states, ticker);
    this.early = new EarlyOffers(served.knownNanos());
  }

  /** Returns the observed shuffles that handlers have reported as served by the stock path. */
  public ServedByStock served() {
    return served;
  }

  /** Returns the sums of the handlers' reports about latency classes. */
  public ClassTotals classes() {
    return handlers.classes();
  }

  /** The stream of one handler. */
  final class Session {
    private final StreamObserver<AgentMessage> stream;
    private final InetAddress from;
    private final AgentWelcome welcome;
    private Handlers.@Nullable Handler handler;
    private StockHandlers.@Nullable Attached stock;

    Session(StreamObserver<AgentMessage> stream, InetAddress from, AgentWelcome welcome) {
      this.stream = stream;
      this.from = from;
      this.welcome = welcome;
    }

    /** Returns the refusal of a handler that names another address than the one from which it connects. */
    private Optional<Status> elsewhere(HandlerState.Name name) {
      return InetAddresses.forString(name.ip()).equals(from) ? Optional.empty() : Optional.of(Status.PERMISSION_DENIED.withDescription(
          "a handler states the address " + name.ip() + ", but connects from " + from.getHostAddress()));
    }

    /** Begins to wait for the hello of the handler, for some seconds at most. */
    void begin() {
      boolean many = greeting.keySet().stream().filter(other -> other.from.equals(from)).count() >= MAX_GREETING_OF_NODE;
      if (many || greeting.size() >= MAX_GREETING) {
        stream.onError(Status.RESOURCE_EXHAUSTED.withDescription("too many handlers have connected without a hello").asRuntimeException());
      } else {
        greeting.put(this, ticker.read());
      }
    }

    void handle(HandlerMessage message) {
      greeting.remove(this);
      if ((message.hasHello() || message.hasStock()) && !key().isEmpty()) {
        refuse("a handler identifies itself once on a stream; this stream is already that of " + key());
        return;
      }
      if (message.hasHello()) {
        hello(message.getHello());
      } else if (message.hasStock()) {
        stock(message.getStock());
      } else if (stock != null) {
        stock.heard();
      } else if (handler == null) {
        stream.onError(Status.FAILED_PRECONDITION.withDescription("expected a hello first").asRuntimeException());
      } else {
        heard(handler, message);
      }
    }

    private void heard(Handlers.Handler known, HandlerMessage message) {
      known.heard(ticker.read());
      String key = known.key();
      switch (message.getMessageCase()) {
        case DESCRIPTION -> decisions.describe(key, ShuffleDescriptions.of(message.getDescription()));
        case MAP_OUTPUTS -> decisions.add(key, message.getMapOutputs());
        case OFFER -> offered(key, message.getOffer());
        case ENDED -> ended(key, new ShuffleId(message.getEnded().getShuffle()));
        case SPAN -> traces.told(key, message.getSpan());
        case CHECKED -> proofs.checked(key, message.getChecked());
        case UNSENT -> decisions.unsent(key, message.getUnsent().getOffer());
        case HEARTBEAT -> {
          known.counters(message.getHeartbeat().getCounters());
          states.counted(key, known.counters());
          handlers.classes().heard(key, message.getHeartbeat().getClassesList());
          served.add(message.getHeartbeat().getServedList().stream().filter(name -> isToldBy(name, key)).toList());
        }
        default -> warn("handler " + key + " sent a message that this agent's version does not support; it is ignored");
      }
    }

    /** Returns the key of the stream's handler; empty before the handler has sent a hello. */
    private String key() {
      if (handler != null) {
        return handler.key();
      }
      return stock == null ? "" : stock.key();
    }

    /** Returns whether a handler has described a shuffle. Reports about other shuffles are ignored. */
    private boolean isToldBy(String shuffle, String key) {
      return shuffle.length() <= ShuffleId.MAX_LENGTH && !shuffle.isBlank() && shuffles.isToldBy(new ShuffleId(shuffle), key);
    }

    private void offered(String key, FetchOffer offer) {
      Optional<SiteId> client = subnets.siteOf(offer.getClientIp());
      if (client.isEmpty() || client.get().equals(site)) {
        answer(RemoteOffer.answer(offer, FetchDecision.Kind.BYPASS, offer.getClientIp() + " is not at another site").build());
        return;
      }
      RemoteOffer remote = new RemoteOffer(key, client.get(), offer);
      if (!decisions.mayTell(key, remote.shuffle())) {
        answer(decide(remote));
        return;
      }
      prove(remote);
      decisions.place(remote);
      Runnable decide = () -> answer(decide(remote));
      if (!early.holds(remote, this, decide, ticker.read(), Gateway.this::isReady)) {
        decide.run();
      }
    }

    private void answer(FetchDecision decision) {
      stream.onNext(AgentMessage.newBuilder().setDecision(decision).build());
    }

    /** Ends a shuffle if this handler has described it. A handler cannot end other shuffles. */
    private void ended(String key, ShuffleId shuffle) {
      if (shuffles.isToldBy(shuffle, key)) {
        announcements.ended(shuffle);
      }
    }

    private void hello(HandlerHello hello) {
      OptionalInt version = ProtocolVersions.SITE.common(hello.getProtocolVersion(), hello.getNewestVersion());
      String otherVersion = version.isPresent() ? "" : ofOtherVersion(hello.getProtocolVersion(), hello.getNewestVersion());
      if (!accepts(HandlerState.Name.of(hello), otherVersion)) {
        return;
      }
      Handlers.Handler attached = new Handlers.Handler(hello, stream, ticker.read());
      handler = attached;
      handlers.attach(attached).ifPresent(old -> log.info("handler {} has attached again", attached.key()));
      decisions.attached(attached.key());
      events.add(AgentEventKind.HANDLER_ATTACHED, attached.key(), hello.getHost() + ", capabilities "
          + Capability.names(Capability.of(hello.getCapabilitiesList())));
      states.noteCarrying(HandlerState.Name.of(hello));
      stockHandlers.forget(attached.key());
      welcome(version.orElseThrow());
      handlers.tellRules(attached);
      broadcastDirectory();
    }

    private void welcome(int version) {
      stream.onNext(AgentMessage.newBuilder().setWelcome(welcome.toBuilder().setProtocolVersion(version)).build());
    }

    /** Returns whether a handler may attach. If it may not, this ends its stream. */
    private boolean accepts(HandlerState.Name name, String otherVersion) {
      Optional<Status> another = elsewhere(name);
      Optional<Status> refusal = another.or(() -> refusal(name, otherVersion)).or(() -> oneTooMany(name));
      refusal.ifPresent(status -> {
        if (another.isEmpty()) {
          states.noteStock(name, String.valueOf(status.getDescription()));
        }
        stream.onError(status.asRuntimeException());
      });
      return refusal.isEmpty();
    }

    private void stock(StockHandler message) {
      HandlerState.Name name = HandlerState.Name.of(message);
      OptionalInt version = ProtocolVersions.SITE.common(message.getProtocolVersion(), message.getNewestVersion());
      if (accepts(name, version.isPresent() ? "" : ofOtherVersion(message.getProtocolVersion(), message.getNewestVersion()))) {
        stock = stockHandlers.attach(name, message.getReason(), stream);
        warn("handler " + name.key() + " of " + name.host() + " uses the stock path for all fetches: " + message.getReason());
        welcome(version.orElseThrow());
      }
    }

    void refuse(String problem) {
      stream.onError(Status.INVALID_ARGUMENT.withDescription(problem).asRuntimeException());
      closed(problem);
    }

    void closed(String reason) {
      greeting.remove(this);
      early.forget(this);
      if (handler != null && handlers.detach(handler)) {
        warn("handler " + handler.key() + " is no longer connected: " + reason);
        events.add(AgentEventKind.HANDLER_LOST, handler.key(), reason);
        states.noteStock(HandlerState.Name.of(handler.hello()), HandlerStates.GONE + reason);
        broadcastDirectory();
      } else if (stock != null) {
        stock.closed(reason);
      }
    }
  }

  private Optional<Status> oneTooMany(HandlerState.Name name) {
    boolean fits = handlers.hasRoom(name) && stockHandlers.hasRoom(name);
    return fits ? Optional.empty() : Optional.of(Status.RESOURCE_EXHAUSTED.withDescription(
        "a node has at most " + HandlerStates.MOST_SERVICES + " services, and " + name.ip() + " has so many already"));
  }

  private void warn(String what) {
    lines.line(what, ticker.read()).ifPresent(log::warn);
  }

  private static String ofOtherVersion(int oldest, int newest) {
    return ProtocolVersions.SITE.refusal("agent", "handler", oldest, newest);
  }

  private Optional<Status> refusal(HandlerState.Name name, String otherVersion) {
    if (!otherVersion.isEmpty()) {
      return Optional.of(Status.FAILED_PRECONDITION.withDescription(otherVersion));
    }
    return subnets.siteOf(name.ip()).equals(Optional.of(site)) ? Optional.empty() : Optional.of(Status.PERMISSION_DENIED.withDescription(
        "this agent serves handlers of " + site + ", and " + name.ip() + " is not in its subnets"));
  }

  /** Returns whether a reader can be redirected to its handler, and bytes be sent to its site. */
  private boolean isReady(RemoteOffer offer) {
    return decisions.mayGo(offer.shuffle(), offer.at()) && directory.fresh(offer.at(), offer.clientIp(), ticker.read()).isPresent();
  }

  private FetchDecision decide(RemoteOffer offer) {
    long now = ticker.read();
    return decisions.decide(offer, directory.fresh(offer.at(), offer.clientIp(), now).orElse(null), now);
  }

  /** Decides the early offers that are due. It is to be called every 20 ms. */
  public void decideEarly() {
    early.tick(ticker.read(), this::isReady);
  }

  /** Notes the proof of an offer's reader. An offer with the shuffle's key shows that its handler has verified the reader. */
  private void prove(RemoteOffer offer) {
    if (!offer.message().getKey().isEmpty()) {
      proofs.proved(offer.shuffle(), offer.at(), ShuffleKey.of(offer.message().getKey()));
    }
  }

  /** Accepts the list of another site's handlers from an agent of that site. */
  public void directory(AgentId from, HandlerDirectory message) {
    HandlerDirectory.Builder own = HandlerDirectory.newBuilder();
    message.getHandlersList().stream().filter(lease -> subnets.siteOf(lease.getIp()).equals(Optional.of(from.site())))
        .forEach(own::addHandlers);
    if (own.getHandlersCount() < message.getHandlersCount()) {
      events.addForeign(from, (message.getHandlersCount() - own.getHandlersCount()) + " handlers");
    }
    directory.update(from, own.build(), ticker.read());
  }

  private void broadcastDirectory() {
    HandlerDirectory.Builder message = HandlerDirectory.newBuilder();
    long now = ticker.read();
    for (Handlers.Handler handler : handlers.all()) {
      if (handler.takesRedirects() && handler.ageNanos(now) <= Handlers.LEASE_NANOS) {
        message.addHandlers(HandlerLease.newBuilder()
            .setIp(handler.hello().getIp())
            .setShufflePort(handler.hello().getShufflePort())
            .setShuffleName(handler.hello().getShuffleName())
            .setAgeMillis((int) TimeUnit.NANOSECONDS.toMillis(handler.ageNanos(now))));
      }
    }
    handlersTold = message.getHandlersCount() > 0;
    announcements.handlers(message.build());
  }

  /** Sends heartbeats to handlers, and leases to other agents. It is to be called every 500 ms. */
  public void tick() {
    dropSilent();
    decisions.small().tick(ticker.read());
    AgentMessage heartbeat =
        AgentMessage.newBuilder().setHeartbeat(AgentHeartbeat.newBuilder().setSmallBytes(decisions.smallBytes())).build();
    for (Handlers.Handler handler : List.copyOf(handlers.all())) {
      if (handler.ageNanos(ticker.read()) > GONE_NANOS) {
        handlers.detach(handler);
        events.add(AgentEventKind.HANDLER_LOST, handler.key(), "no heartbeat");
        states.noteStock(HandlerState.Name.of(handler.hello()), HandlerStates.GONE + "no heartbeat");
        handler.stream().onError(Status.DEADLINE_EXCEEDED.withDescription("no heartbeat").asRuntimeException());
      } else {
        noteLease(handler);
        handler.stream().onNext(heartbeat);
      }
    }
    stockHandlers.beat(heartbeat);
    if (handlersTold || !handlers.all().isEmpty()) {
      broadcastDirectory();
    }
    states.tick();
  }

  private void noteLease(Handlers.Handler handler) {
    HandlerState.Name name = HandlerState.Name.of(handler.hello());
    if (handler.ageNanos(ticker.read()) <= Handlers.LEASE_NANOS) {
      states.noteCarrying(name);
    } else {
      states.noteStock(name, "it has sent nothing for " + TimeUnit.NANOSECONDS.toSeconds(Handlers.LEASE_NANOS) + " s");
    }
  }

  /** Closes the streams that have waited too long for a hello, since they take room from others. */
  private void dropSilent() {
    long now = ticker.read();
    greeting.entrySet().removeIf(entry -> {
      boolean late = now - entry.getValue() > HELLO_NANOS;
      if (late) {
        entry.getKey().stream.onError(Status.DEADLINE_EXCEEDED.withDescription("no hello").asRuntimeException());
      }
      return late;
    });
  }

  /** Returns the counters of the handlers, by address and service. */
  public Map<String, ShuffleCounters> counters() {
    Map<String, ShuffleCounters> result = new LinkedHashMap<>();
    handlers.all().forEach(handler -> result.put(handler.key(), handler.counters()));
    return result;
  }
}
