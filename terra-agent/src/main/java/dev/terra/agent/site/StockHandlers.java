package dev.terra.agent.site;

import com.google.common.base.Ticker;
import dev.terra.api.timing.ProtocolTiming;
import dev.terra.api.v1.AgentMessage;
import io.grpc.Status;
import io.grpc.stub.StreamObserver;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The attached handlers that leave everything to the stock path. They send heartbeats like others, which show that they are alive. */
final class StockHandlers {
  private static final long GONE_NANOS = ProtocolTiming.HANDLER_GONE.nanos();

  private final Map<String, Attached> byKey = new LinkedHashMap<>();
  private final HandlerStates states;
  private final Ticker ticker;

  StockHandlers(HandlerStates states, Ticker ticker) {
    this.states = states;
    this.ticker = ticker;
  }

  /** One stream of a handler that leaves everything to the stock path. */
  final class Attached {
    private final HandlerState.Name name;
    private final StreamObserver<AgentMessage> stream;
    private long heardNanos = ticker.read();

    private Attached(HandlerState.Name name, StreamObserver<AgentMessage> stream) {
      this.name = name;
      this.stream = stream;
    }

    String key() {
      return name.key();
    }

    void heard() {
      heardNanos = ticker.read();
    }

    /** Notes that this stream has ended. */
    void closed(String reason) {
      if (byKey.remove(name.key(), this)) {
        states.noteStock(name, HandlerStates.GONE + reason);
      }
    }
  }

  /** Returns whether a node may have this service besides its other services. */
  boolean hasRoom(HandlerState.Name name) {
    return byKey.containsKey(name.key())
        || byKey.values().stream().filter(attached -> attached.name.ip().equals(name.ip())).count() < HandlerStates.MOST_SERVICES;
  }

  /** Attaches a handler that leaves everything to the stock path. Its new stream replaces an earlier one. */
  Attached attach(HandlerState.Name name, String reason, StreamObserver<AgentMessage> stream) {
    Attached attached = new Attached(name, stream);
    byKey.put(name.key(), attached);
    states.noteStock(name, reason);
    return attached;
  }

  /** Removes the handler with this key, which has begun to carry out the agent's decisions. */
  void forget(String key) {
    byKey.remove(key);
  }

  /** Sends a heartbeat to each handler, and closes the streams of silent handlers, which have to attach again. */
  void beat(AgentMessage heartbeat) {
    for (Attached attached : List.copyOf(byKey.values())) {
      if (ticker.read() - attached.heardNanos > GONE_NANOS) {
        attached.closed("no heartbeat");
        attached.stream.onError(Status.DEADLINE_EXCEEDED.withDescription("no heartbeat").asRuntimeException());
      } else {
        attached.stream.onNext(heartbeat);
      }
    }
  }
}
