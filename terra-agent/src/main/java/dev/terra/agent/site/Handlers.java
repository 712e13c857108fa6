package dev.terra.agent.site;

import dev.terra.api.v1.AgentMessage;
import dev.terra.api.v1.HandlerHello;
import dev.terra.api.v1.ShuffleCounters;
import io.grpc.stub.StreamObserver;
import java.net.InetSocketAddress;
import com.google.common.net.InetAddresses;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** The handlers of this site that are attached, by address. On the agent's thread. */
public final class Handlers {
  /**
   * Heartbeats come every 500 ms; after so long without one nobody is sent to a handler. It must cover the way of the news over a
   * full WAN link; a handler that ends is known to be gone at once, since its connection closes.
   */
  static final long LEASE_NANOS = TimeUnit.SECONDS.toNanos(4);

  /** One attached handler. */
  static final class Handler {
    private final HandlerHello hello;
    private final StreamObserver<AgentMessage> stream;
    private long heardNanos;
    private ShuffleCounters counters = ShuffleCounters.getDefaultInstance();

    Handler(HandlerHello hello, StreamObserver<AgentMessage> stream, long nowNanos) {
      this.hello = hello;
      this.stream = stream;
      this.heardNanos = nowNanos;
    }

    HandlerHello hello() {
      return hello;
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

  private final Map<String, Handler> byIp = new LinkedHashMap<>();

  /** Attaches a handler; an earlier stream of the same address counts no more and is returned. */
  Optional<Handler> attach(Handler handler) {
    return Optional.ofNullable(byIp.put(handler.hello.getIp(), handler));
  }

  /** Detaches a handler, unless another stream has taken its address since; returns whether it was attached. */
  boolean detach(Handler handler) {
    return byIp.remove(handler.hello.getIp(), handler);
  }

  Collection<Handler> all() {
    return byIp.values();
  }

  /** Where the handler at an address serves segments to this agent, if it is attached. */
  public Optional<InetSocketAddress> segmentAddress(String ip) {
    return Optional.ofNullable(byIp.get(ip)).map(handler ->
        new InetSocketAddress(InetAddresses.forString(ip), handler.hello.getSegmentPort()));
  }

  boolean isAttached(String ip) {
    return byIp.containsKey(ip);
  }
}
