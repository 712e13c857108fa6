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
 * The stream to one controller, whether it leads or stands by: says who this agent is, and comes back after every loss. On the agent's
 * thread; gRPC's callbacks are brought there.
 */
final class ControllerLine {
  private static final Logger log = LoggerFactory.getLogger(ControllerLine.class);
  private static final Guard GUARD = new Guard("an attempt at the controller", log::warn);
  /**
   * It speaks every 500 ms; a stream that is silent for so many ticks of ours, 5 s, is taken down, since a cut link sends no
   * reset. Ticks are counted instead of time, so that a stall of this process is not taken for silence of the controller.
   */
  private static final int SILENT_TICKS = ProtocolTiming.CONTROL_SILENCE.in(ProtocolTiming.BEAT);
  /** Larger reports are compressed: they share links with what they are about. */
  private static final int COMPRESSED_BYTES = 300;

  private final ControllerChannels.End controller;
  private final Listener listener;
  private final EventLoop owner;
  private final Backoff backoff;
  private @Nullable Stream current;
  private String lastRefusal = "";
  private boolean closed;

  /** Who hears what comes over the lines of an agent. */
  interface Listener {
    /** The first report of each stream. */
    AgentReport hello();

    /** A controller said something. */
    void heard(ControllerLine line, ControllerMessage message);

    /** A stream is over; another one follows. */
    void ended(ControllerLine line, String reason);
  }

  /** A line that does nothing until {@link #attach}. */
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

  /** The last word of a stream may come when its agent is gone: of several in a process, each goes by itself. */
  private void toOwner(Runnable task) {
    try {
      owner.execute(task);
    } catch (RejectedExecutionException e) {
      log.debug("the agent is closed, {} is not heard any more", this, e);
    }
  }

  /** Attaches, and keeps attached from now on. */
  void attach() {
    if (closed) {
      return;
    }
    try {
      connect();
    } catch (RuntimeException | Error e) { // without another attempt the agent would never hear of this controller again
      end(current, "the attempt failed: " + e);
    }
  }

  private void connect() {
    Stream stream = new Stream();
    current = stream;
    // The pause between attempts is ours alone: gRPC's own grows to minutes.
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

  /** The controller is one to stay with: the next loss is the first one again. */
  void settled() {
    backoff.reset();
    lastRefusal = "";
  }

  /** Gives the stream up; another one follows. */
  void giveUp(String why) {
    if (current != null) {
      current.requests().cancel(why, null);
      end(current, why);
    }
  }

  /** Looks whether the controller lives. To be called every 500 ms. */
  void tick() {
    if (current != null && ++current.silentTicks > SILENT_TICKS) {
      giveUp("the controller was silent");
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

  /** Ends the stream; no other follows. */
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
