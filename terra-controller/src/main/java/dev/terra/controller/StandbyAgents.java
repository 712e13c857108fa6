package dev.terra.controller;

import dev.terra.api.process.Guard;
import dev.terra.api.process.Periodic;
import dev.terra.api.timing.ProtocolTiming;
import dev.terra.api.v1.AgentReport;
import dev.terra.api.v1.ControllerAlive;
import dev.terra.api.v1.ControllerMessage;
import io.grpc.stub.ServerCallStreamObserver;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The streams of agents to a controller that stands by. Each agent has introduced itself and waits for a welcome, which follows as
 * soon as the controller begins to lead. Until then, the agent regularly receives a sign that the controller lives. After the streams
 * have been handed over to a leader, later events are passed on to that leader. Everything happens on the executor's one thread.
 */
final class StandbyAgents implements AgentDesk {
  private static final Logger LOG = LoggerFactory.getLogger(StandbyAgents.class);
  private static final ControllerMessage ALIVE =
      ControllerMessage.newBuilder().setAlive(ControllerAlive.getDefaultInstance()).build();

  private final ScheduledExecutorService executor;
  private final LongSupplier ticker;
  private final int maxStreams;
  private final Map<Long, Waiting> streams = new LinkedHashMap<>();
  private final Periodic ticks;
  private @Nullable AgentStreams successor;

  /** A stream, and the last report of its agent, if there is one. */
  private record Waiting(AttachedAgent stream, Optional<AgentReport> hello) {}

  /** Creates an empty set of streams. A stream beyond {@code maxStreams} at once is refused. */
  StandbyAgents(ScheduledExecutorService executor, LongSupplier ticker, int maxStreams) {
    this.executor = executor;
    this.ticker = ticker;
    this.maxStreams = maxStreams;
    long beat = ProtocolTiming.BEAT.millis();
    this.ticks = Periodic.every(executor, beat, TimeUnit.MILLISECONDS, new Guard("the beat to agents of a standby controller", LOG::error),
        this::tick);
  }

  private void run(Runnable event) {
    try {
      executor.execute(event);
    } catch (RejectedExecutionException e) {
      // the controller has stopped, and its port is closed
    }
  }

  private void tick() {
    streams.values().removeIf(waiting -> !waiting.stream.send(ALIVE, ticker.getAsLong()));
  }

  @Override
  public void opened(long id, ServerCallStreamObserver<ControllerMessage> observer) {
    run(() -> successor().ifPresentOrElse(leader -> leader.opened(id, observer), () -> park(id, observer)));
  }

  private void park(long id, ServerCallStreamObserver<ControllerMessage> observer) {
    AttachedAgent stream = new AttachedAgent(id, observer);
    if (streams.size() >= maxStreams) {
      stream.end("more than " + maxStreams + " streams at once");
      return;
    }
    streams.put(id, new Waiting(stream, Optional.empty()));
    stream.requestNext();
  }

  @Override
  public void report(long id, AgentReport report) {
    run(() -> successor().ifPresentOrElse(leader -> leader.report(id, report), () -> keep(id, report)));
  }

  /** Keeps an agent's report. A leading controller requests more. */
  private void keep(long id, AgentReport report) {
    streams.computeIfPresent(id, (key, waiting) -> new Waiting(waiting.stream, Optional.of(report)));
  }

  @Override
  public void refuse(long id, String why) {
    run(() -> successor().ifPresentOrElse(leader -> leader.refuse(id, why), () -> drop(id, stream -> stream.end(why))));
  }

  @Override
  public void closed(long id, String why) {
    run(() -> successor().ifPresentOrElse(leader -> leader.closed(id, why), () -> drop(id, AttachedAgent::complete)));
  }

  private Optional<AgentStreams> successor() {
    return Optional.ofNullable(successor);
  }

  private void drop(long id, Consumer<AttachedAgent> end) {
    Waiting waiting = streams.remove(id);
    if (waiting != null) {
      end.accept(waiting.stream);
    }
  }

  /** Hands all streams over to the controller that leads. It is used on the executor's thread. */
  void handOver(AgentStreams leader) {
    ticks.cancel();
    successor = leader;
    streams.forEach((id, waiting) -> leader.adopt(waiting.stream, waiting.hello.orElse(null)));
    streams.clear();
  }

  /** Ends all streams. It can be used by any thread. */
  void close(String why) {
    run(() -> {
      ticks.cancel();
      streams.values().forEach(waiting -> waiting.stream.end(why));
      streams.clear();
    });
  }
}
