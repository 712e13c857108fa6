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

/** The handlers of this site that are attached, by address and service. On the agent's thread. */
public final class Handlers {
  /**
   * Heartbeats come every 500 ms; after so long without one no reader is sent to a handler. It must cover the way of a lease over a
   * full WAN link; a handler that ends is known to be gone at once, since its connection closes.
   */
  static final long LEASE_NANOS = ProtocolTiming.HANDLER_LEASE.nanos();
  /** A NodeManager or an agent that was killed and is started again at once needs no longer until it is attached. */
  static final long RETURN_NANOS = ProtocolTiming.RETURN.nanos();
  /** By then an attached handler has told of all map outputs. */
  private static final long TOLD_NANOS = ProtocolTiming.HANDLER_TOLD.nanos();
  /** Handlers that have gone lately; a site has not many more. */
  private static final int MAX_GONE = 10_000;
  /** The longest host name, RFC 1035. */
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

    /** By which it is known: its address, and after a slash its service where that is not Hadoop's. */
    String key() {
      return HandlerState.Name.of(hello).key();
    }

    /** Whether readers may be redirected to it. */
    boolean takesRedirects() {
      return hello.getService().isEmpty();
    }

    /** Whether it follows latency classes. */
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
  /** By address, and then by key. */
  private final Map<String, Map<String, Long>> goneNanos = new BoundedMap<>(MAX_GONE);
  /** The latency classes as the controller gave them; null before that. */
  private @Nullable ClassRules rules;
  /** The residency of queues as the controller gave it; null until any queue has had a rule. */
  private @Nullable QueueResidency residency;
  private final ClassTotals classes;
  private final HandlerStates states;
  private final Ticker ticker;
  private final long startNanos;

  /** No handler is attached; the others are the sites of the WAN but this one. */
  public Handlers(Predicate<SiteId> others, Ticker ticker) {
    this.classes = new ClassTotals(others);
    this.states = new HandlerStates(ticker);
    this.ticker = ticker;
    this.startNanos = ticker.read();
  }

  /** The states of the site's handlers, of those that have gone as well. */
  public HandlerStates states() {
    return states;
  }

  /** Has all handlers follow the rules of latency classes that the controller says. */
  public void follow(ClassRules all) {
    ClassRules now = all.toBuilder().clearMixed().build();
    if (now.equals(rules)) {
      return;
    }
    rules = now;
    byKey.values().forEach(this::tellRules);
  }

  /** Has all handlers follow the residency of queues that the controller says. */
  public void follow(QueueResidency now) {
    residency = now.getQueuesCount() > 0 || residency != null ? now : null;
    byKey.values().forEach(this::tellRules);
  }

  /** Tells a handler, once it is welcomed, which rules of latency classes and of residency to follow. */
  void tellRules(Handler handler) {
    if (residency != null) {
      handler.stream.onNext(AgentMessage.newBuilder().setResidency(residency).build());
    }
    if (rules != null && handler.followsClasses()) {
      handler.stream.onNext(AgentMessage.newBuilder().setClasses(rules).build());
    }
  }

  /** What handlers say of latency classes. */
  public ClassTotals classes() {
    return classes;
  }

  /** Attaches a handler; an earlier stream of the same one counts no more and is returned. */
  Optional<Handler> attach(Handler handler) {
    gone(handler.hello.getIp()).remove(handler.key());
    return Optional.ofNullable(byKey.put(handler.key(), handler));
  }

  /** Detaches a handler, unless another stream has taken its place since; returns whether it was attached. */
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

  /** Whether a node may have this service beside those that it has. */
  boolean hasRoom(HandlerState.Name name) {
    return byKey.containsKey(name.key())
        || byKey.values().stream().filter(handler -> handler.hello.getIp().equals(name.ip())).count() < HandlerStates.MOST_SERVICES;
  }

  Collection<Handler> all() {
    return byKey.values();
  }

  /** Where a handler serves segments to this agent, if it is attached. */
  public Optional<InetSocketAddress> segmentAddress(String key) {
    return Optional.ofNullable(byKey.get(key)).map(handler ->
        new InetSocketAddress(InetAddresses.forString(handler.hello.getIp()), handler.hello.getSegmentPort()));
  }

  /** Has a handler check a reader's proof, if it is attached. */
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

  /** Whether a handler is likely to attach, or to tell of its map outputs, within seconds. */
  boolean isAwaited(String key) {
    Handler handler = byKey.get(key);
    return handler != null ? ticker.read() - handler.attachedNanos < TOLD_NANOS
        : ticker.read() - goneNanos.getOrDefault(ip(key), Map.of()).getOrDefault(key, startNanos) < RETURN_NANOS;
  }
}
