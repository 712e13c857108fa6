package dev.terra.agent.site;

import com.google.common.base.Ticker;
import dev.terra.api.timing.ProtocolTiming;
import dev.terra.api.v1.AgentMessage;
import io.grpc.Status;
import io.grpc.stub.StreamObserver;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The attached handlers that leave everything to the stock path; they beat as others do, so that it is known whether they are there. */
final class StockHandlers {
  private static final long GONE_NANOS = ProtocolTiming.HANDLER_GONE.nanos();

  private final Map<String, Attached> byKey = new LinkedHashMap<>();
  private final HandlerStates states;
  private final Ticker ticker;

  StockHandlers(HandlerStates states, Ticker ticker) {
    this.states = states;
    this.ticker = ticker;
  }

  /** One stream of such a handler. */
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

    /** Its stream is over. */
    void closed(String reason) {
      if (byKey.remove(name.key(), this)) {
        states.noteStock(name, HandlerStates.GONE + reason);
      }
    }
  }

  /** Whether a node may have this service beside those that it has. */
  boolean hasRoom(HandlerState.Name name) {
    return byKey.containsKey(name.key())
        || byKey.values().stream().filter(attached -> attached.name.ip().equals(name.ip())).count() < HandlerStates.MOST_SERVICES;
  }

  /** A handler says that it is one; an earlier stream of the same counts no more. */
  Attached attach(HandlerState.Name name, String reason, StreamObserver<AgentMessage> stream) {
    Attached attached = new Attached(name, stream);
    byKey.put(name.key(), attached);
    states.noteStock(name, reason);
    return attached;
  }

  /** The handler of this key carries now what the agent decides. */
  void forget(String key) {
    byKey.remove(key);
  }

  /** Tells each that the agent lives; a silent one has to attach again. */
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
