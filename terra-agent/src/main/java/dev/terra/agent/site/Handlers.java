package dev.terra.agent.site;

import com.google.common.base.Ticker;
import com.google.common.net.InetAddresses;
import dev.terra.api.timing.ProtocolTiming;
import dev.terra.api.v1.AgentMessage;
import dev.terra.api.v1.ClassRules;
import dev.terra.api.v1.HandlerHello;
import dev.terra.api.v1.ProofCheck;
import dev.terra.api.v1.QueueResidency;
import dev.terra.api.v1.ShuffleCounters;
import dev.terra.api.version.Capability;
import dev.terra.core.limit.BoundedMap;
import dev.terra.core.wan.SiteId;
import io.grpc.stub.StreamObserver;
import java.net.InetSocketAddress;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** The handlers of this site that are attached, by address and service. An instance is used on the agent's thread only. */
public final class Handlers {
  /**
   * The time without a heartbeat after which no reader is redirected to a handler. Heartbeats come every 500 ms. The time must cover the
   * delay of a lease over a full WAN link. The end of a handler is noticed at once, since its connection closes.
   */
  static final long LEASE_NANOS = ProtocolTiming.HANDLER_LEASE.nanos();
  /** The time within which a NodeManager or an agent that was killed and restarted at once is attached again. */
  static final long RETURN_NANOS = ProtocolTiming.RETURN.nanos();
  /** The time within which a handler that has attached reports all its map outputs. */
  private static final long TOLD_NANOS = ProtocolTiming.HANDLER_TOLD.nanos();
  /** The most nodes whose handlers' departures are kept. A site has not many more. */
  private static final int MAX_GONE = 10_000;
  /** The length of the longest host name by RFC 1035. */
  private static final int MAX_NAME = 253;

  /** One attached handler. */
  static final class Handler {
    private final HandlerHello hello;
    private final StreamObserver<AgentMessage> stream;
    private final long attachedNanos;
    private long heardNanos;
    private ShuffleCounters counters = ShuffleCounters.getDefaultInstance();

    Handler(HandlerHello hello, StreamObserver<AgentMessage> stream, long nowNanos) {
      if (hello.getShuffleName().length() > MAX_NAME) {
        throw new IllegalArgumentException("a host's name has at most " + MAX_NAME + " characters, got " + hello.getShuffleName().length());
      }
      this.hello = hello;
      this.stream = stream;
      this.attachedNanos = nowNanos;
      this.heardNanos = nowNanos;
    }

    HandlerHello hello() {
      return hello;
    }

    /** Returns the key of the handler: its address, followed by a slash and its service if the service is not Hadoop's. */
    String key() {
      return HandlerState.Name.of(hello).key();
    }

    /** Returns whether readers may be redirected to this handler. */
    boolean takesRedirects() {
      return hello.getService().isEmpty();
    }

    /** Returns whether this handler supports latency classes. */
    boolean followsClasses() {
      return Capability.of(hello.getCapabilitiesList()).contains(Capability.LATENCY_CLASSES);
    }

    StreamObserver<AgentMessage> stream() {
      return stream;
    }

    void heard(long nowNanos) {
      heardNanos = nowNanos;
    }

    long ageNanos(long nowNanos) {
      return nowNanos - heardNanos;
    }

    void counters(ShuffleCounters latest) {
      counters = latest;
    }

    ShuffleCounters counters() {
      return counters;
    }
  }

  private final Map<String, Handler> byKey = new LinkedHashMap<>();
  /** The times when handlers went, by address, and then by key. */
  private final Map<String, Map<String, Long>> goneNanos = new BoundedMap<>(MAX_GONE);
  /** The controller's rules of latency classes; null before it has sent any. */
  private @Nullable ClassRules rules;
  /** The controller's rules of the residency of queues; null until any queue has had a rule. */
  private @Nullable QueueResidency residency;
  private final ClassTotals classes;
  private final HandlerStates states;
  private final Ticker ticker;
  private final long startNanos;

  /**
   * Creates an empty set of handlers.
   *
   * @param others returns whether a site is another site of the WAN
   */
  public Handlers(Predicate<SiteId> others, Ticker ticker) {
    this.classes = new ClassTotals(others);
    this.states = new HandlerStates(ticker);
    this.ticker = ticker;
    this.startNanos = ticker.read();
  }

  /** Returns the states of the site's handlers, including handlers that have gone. */
  public HandlerStates states() {
    return states;
  }

  /** Sends the controller's rules of latency classes to all handlers, if they have changed. */
  public void follow(ClassRules all) {
    ClassRules now = all.toBuilder().clearMixed().build();
    if (now.equals(rules)) {
      return;
    }
    rules = now;
    byKey.values().forEach(this::tellRules);
  }

  /** Sends the controller's rules of the residency of queues to all handlers. */
  public void follow(QueueResidency now) {
    residency = now.getQueuesCount() > 0 || residency != null ? now : null;
    byKey.values().forEach(this::tellRules);
  }

  /** Sends the rules of latency classes and of residency to a handler that has received its welcome. */
  void tellRules(Handler handler) {
    if (residency != null) {
      handler.stream.onNext(AgentMessage.newBuilder().setResidency(residency).build());
    }
    if (rules != null && handler.followsClasses()) {
      handler.stream.onNext(AgentMessage.newBuilder().setClasses(rules).build());
    }
  }

  /** Returns the sums of the handlers' reports about latency classes. */
  public ClassTotals classes() {
    return classes;
  }

  /** Attaches a handler. If the handler had an earlier stream, the new one replaces it, and the earlier one is returned. */
  Optional<Handler> attach(Handler handler) {
    gone(handler.hello.getIp()).remove(handler.key());
    return Optional.ofNullable(byKey.put(handler.key(), handler));
  }

  /** Detaches a handler, unless a later stream has replaced it; returns whether it was attached. */
  boolean detach(Handler handler) {
    boolean was = byKey.remove(handler.key(), handler);
    if (was) {
      gone(handler.hello.getIp()).put(handler.key(), ticker.read());
    }
    return was;
  }

  private Map<String, Long> gone(String ip) {
    return goneNanos.computeIfAbsent(ip, node -> new BoundedMap<>(HandlerStates.MOST_SERVICES));
  }

  /** Returns whether a node may have this service besides its other services. */
  boolean hasRoom(HandlerState.Name name) {
    return byKey.containsKey(name.key())
        || byKey.values().stream().filter(handler -> handler.hello.getIp().equals(name.ip())).count() < HandlerStates.MOST_SERVICES;
  }

  Collection<Handler> all() {
    return byKey.values();
  }

  /** Returns the address at which a handler serves segments to this agent; empty if the handler is not attached. */
  public Optional<InetSocketAddress> segmentAddress(String key) {
    return Optional.ofNullable(byKey.get(key)).map(handler ->
        new InetSocketAddress(InetAddresses.forString(handler.hello.getIp()), handler.hello.getSegmentPort()));
  }

  /** Requests that a handler check a reader's proof, if the handler is attached. */
  void check(String key, ProofCheck check) {
    Handler handler = byKey.get(key);
    if (handler != null) {
      handler.stream.onNext(AgentMessage.newBuilder().setCheck(check).build());
    }
  }

  boolean isAttached(String key) {
    return byKey.containsKey(key);
  }

  private static String ip(String key) {
    int slash = key.indexOf('/');
    return slash < 0 ? key : key.substring(0, slash);
  }

  /** Returns whether a handler is likely to attach, or to report its map outputs, within seconds. */
  boolean isAwaited(String key) {
    Handler handler = byKey.get(key);
    return handler != null ? ticker.read() - handler.attachedNanos < TOLD_NANOS
        : ticker.read() - goneNanos.getOrDefault(ip(key), Map.of()).getOrDefault(key, startNanos) < RETURN_NANOS;
  }
}
