package dev.terra.controller;

import dev.terra.api.v1.AgentReport;
import dev.terra.api.v1.ControllerMessage;
import dev.terra.controller.core.ControllerState;
import dev.terra.controller.core.turn.AgentNews;
import io.grpc.stub.ServerCallStreamObserver;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The streams of agents. It passes agents' reports to the controller's state, and the state's messages to agents. At most one report
 * per stream waits for the controller's thread, since the next report is requested from a stream only after the last one has been
 * handled.
 */
final class AgentStreams implements AgentDesk {
  private static final Logger LOG = LoggerFactory.getLogger(AgentStreams.class);

  private final ControllerState state;
  private final ControllerThread thread;
  private final int maxStreams;
  private final Map<Long, AttachedAgent> streams = new HashMap<>();

  /** Creates an empty set of streams. A stream beyond {@code maxStreams} at once is refused. */
  AgentStreams(ControllerState state, ControllerThread thread, int maxStreams) {
    this.state = state;
    this.thread = thread;
    this.maxStreams = maxStreams;
  }

  @Override
  public void opened(long id, ServerCallStreamObserver<ControllerMessage> observer) {
    thread.submit(() -> {
      AttachedAgent stream = new AttachedAgent(id, observer);
      if (thread.isStopping()) {
        stream.end(ControllerThread.STOPS);
      } else if (streams.size() >= maxStreams) {
        stream.end("more than " + maxStreams + " streams at once");
      } else {
        streams.put(id, stream);
        stream.requestNext();
      }
    });
  }

  /**
   * Takes over a stream that began while the controller stood by, and the hello that its agent has sent, if any. It is used on the
   * controller's thread.
   */
  void adopt(AttachedAgent stream, @Nullable AgentReport hello) {
    streams.put(stream.id(), stream);
    if (hello != null) {
      state.handle(stream.id(), hello, thread.now());
      stream.requestNext();
    }
  }

  @Override
  public void report(long id, AgentReport report) {
    thread.submit(() -> {
      AttachedAgent stream = streams.get(id);
      if (stream != null) {
        state.handle(id, report, thread.now());
        stream.requestNext();
      }
    });
  }

  @Override
  public void refuse(long id, String why) {
    thread.submit(() -> {
      AttachedAgent stream = streams.remove(id);
      if (stream != null) {
        LOG.warn("an agent's stream was refused: {}", why);
        stream.end(why);
        state.streamEnded(id, why, thread.now());
      }
    });
  }

  @Override
  public void closed(long id, String why) {
    thread.submit(() -> {
      AttachedAgent stream = streams.remove(id);
      if (stream != null) {
        stream.complete();
        state.streamEnded(id, why, thread.now());
      }
    });
  }

  /** Sends the messages that the state holds for agents. It is used on the controller's thread. */
  void deliver() {
    for (AgentNews outgoing : state.drainOutbox()) {
      AttachedAgent stream = streams.get(outgoing.stream());
      if (stream != null && !sent(stream, outgoing)) {
        streams.remove(stream.id());
        state.streamEnded(stream.id(), outgoing.command().isEmpty() ? outgoing.reason() : "its stream is broken", thread.now());
      }
    }
  }

  private boolean sent(AttachedAgent stream, AgentNews outgoing) {
    if (outgoing.command().isPresent()) {
      return stream.send(outgoing.command().get(), thread.now());
    }
    stream.end(outgoing.reason());
    return false;
  }

  /** Ends all streams. It is used on the controller's thread. */
  void endAll(String why) {
    streams.values().forEach(stream -> stream.end(why));
    streams.clear();
  }
}
