package dev.terra.agent.control;

import dev.terra.api.client.RpcProblem;
import dev.terra.api.process.Guard;
import dev.terra.api.process.OneShot;
import dev.terra.api.timing.ProtocolTiming;
import dev.terra.api.v1.AgentReport;
import dev.terra.api.v1.ControllerGrpc;
import dev.terra.api.v1.ControllerMessage;
import dev.terra.core.limit.Backoff;
import io.grpc.stub.ClientCallStreamObserver;
import io.grpc.stub.ClientResponseObserver;
import io.netty.channel.EventLoop;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The stream to one controller, whether it leads or stands by. Each stream begins with a hello of this agent, and a new stream follows
 * every loss. An instance is used on the agent's thread only, to which it passes gRPC's callbacks.
 */
final class ControllerLine {
  private static final Logger log = LoggerFactory.getLogger(ControllerLine.class);
  private static final Guard GUARD = new Guard("an attempt at the controller", log::warn);
  /**
   * The number of ticks of this process, 5 s, after which a silent stream is given up, since a cut link sends no reset. A controller sends
   * a message every 500 ms. Ticks are counted instead of time, so that a stall of this process is not taken for silence of the controller.
   */
  private static final int SILENT_TICKS = ProtocolTiming.CONTROL_SILENCE.in(ProtocolTiming.BEAT);
  /** Reports larger than this are compressed, since they share links with the shuffles that they describe. */
  private static final int COMPRESSED_BYTES = 300;

  private final ControllerChannels.End controller;
  private final Listener listener;
  private final EventLoop owner;
  private final Backoff backoff;
  private @Nullable Stream current;
  private String lastRefusal = "";
  private boolean closed;

  /** The recipient of what arrives over the lines of an agent. */
  interface Listener {
    /** Returns the first report of each stream. */
    AgentReport hello();

    /** Called with each message of a controller. */
    void heard(ControllerLine line, ControllerMessage message);

    /** Called when a stream has ended. Another one follows. */
    void ended(ControllerLine line, String reason);
  }

  /** Creates a line that does nothing until {@link #attach}. */
  ControllerLine(ControllerChannels.End controller, EventLoop owner, Random random, Listener listener) {
    this.controller = controller;
    this.listener = listener;
    this.owner = owner;
    this.backoff = new Backoff(ProtocolTiming.RECONNECT, random);
  }

  /** One stream. What arrives on a stream that is no longer the current one is dropped. */
  private final class Stream implements ClientResponseObserver<AgentReport, ControllerMessage> {
    private @Nullable ClientCallStreamObserver<AgentReport> requests;
    private int silentTicks;

    @Override
    public void beforeStart(ClientCallStreamObserver<AgentReport> stream) {
      requests = stream;
    }

    private ClientCallStreamObserver<AgentReport> requests() {
      return Objects.requireNonNull(requests, "gRPC begins a stream before it returns it");
    }

    @Override
    public void onNext(ControllerMessage command) {
      toOwner(() -> hear(this, command));
    }

    @Override
    public void onError(Throwable cause) {
      String why = RpcProblem.inWords(cause, controller.plain(), controller.address());
      toOwner(() -> end(this, why));
    }

    @Override
    public void onCompleted() {
      toOwner(() -> end(this, "the controller closed the stream"));
    }
  }

  /** Runs a task on the agent's thread. A closed agent drops it: the last message of a stream may arrive after its agent is closed. */
  private void toOwner(Runnable task) {
    try {
      owner.execute(task);
    } catch (RejectedExecutionException e) {
      log.debug("the agent is closed; messages of {} are no longer handled", this, e);
    }
  }

  /** Attaches to the controller, and attaches again after every loss. */
  void attach() {
    if (closed) {
      return;
    }
    try {
      connect();
    } catch (RuntimeException | Error e) { // without another attempt, the agent would never attach to this controller again
      end(current, "the attempt failed: " + e);
    }
  }

  private void connect() {
    Stream stream = new Stream();
    current = stream;
    // This class alone decides on the pause between attempts: gRPC's own pause grows to minutes.
    controller.channel().resetConnectBackoff();
    ControllerGrpc.newStub(controller.channel()).withCompression("gzip").attach(stream);
    stream.requests().onNext(listener.hello());
  }

  private void hear(Stream stream, ControllerMessage command) {
    if (stream == current && !closed) {
      stream.silentTicks = 0;
      listener.heard(this, command);
    }
  }

  private void end(@Nullable Stream stream, String reason) {
    if (stream != current || closed) {
      return;
    }
    current = null;
    if (!reason.equals(lastRefusal)) {
      log.warn("no stream to the controller at {}, trying again: {}", this, reason);
      lastRefusal = reason;
    }
    listener.ended(this, reason);
    closed |= OneShot.after(owner, backoff.nextDelayMillis(), TimeUnit.MILLISECONDS, GUARD, this::attach).isRefused();
  }

  /** Notes that the controller accepts this agent, so that the pause after the next loss is short again. */
  void settled() {
    backoff.reset();
    lastRefusal = "";
  }

  /** Gives the stream up. Another one follows. */
  void giveUp(String why) {
    if (current != null) {
      current.requests().cancel(why, null);
      end(current, why);
    }
  }

  /** Gives the stream up if the controller has been silent for too long. It is to be called every 500 ms. */
  void tick() {
    if (current != null && ++current.silentTicks > SILENT_TICKS) {
      giveUp("the controller was silent for too long");
    }
  }

  boolean isReady() {
    return current != null && current.requests().isReady();
  }

  void send(AgentReport report) {
    if (current != null) {
      current.requests().setMessageCompression(report.getSerializedSize() > COMPRESSED_BYTES);
      current.requests().onNext(report);
    }
  }

  /** Ends the stream for good. */
  void close() {
    closed = true;
    if (current != null) {
      current.requests().cancel("this agent ends", null);
    }
  }

  @Override
  public String toString() {
    return controller.toString();
  }
}
