package dev.terra.agent.control;

import com.google.common.base.Ticker;
import dev.terra.api.client.RpcProblem;
import dev.terra.api.timing.ProtocolTiming;
import dev.terra.api.v1.AgentAlive;
import dev.terra.api.v1.AgentHello;
import dev.terra.api.v1.AgentReport;
import dev.terra.api.v1.ControllerGrpc;
import dev.terra.api.v1.ControllerMessage;
import dev.terra.api.v1.ControllerWelcome;
import dev.terra.core.limit.Backoff;
import dev.terra.core.wan.AgentId;
import io.grpc.ChannelCredentials;
import io.grpc.ManagedChannel;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import io.grpc.stub.ClientCallStreamObserver;
import io.grpc.stub.ClientResponseObserver;
import io.netty.channel.EventLoop;
import java.net.InetSocketAddress;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The stream to the controller: attaches, tells everything again on every new stream, and comes back after every loss. On the
 * agent's thread; gRPC's callbacks are brought there.
 */
public final class ControlClient implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(ControlClient.class);
  /** Of the messages between agents and controller. */
  public static final int PROTOCOL_VERSION = 2;
  /**
   * It speaks every 500 ms; a stream that is silent for so many ticks of ours, 5 s, is taken down, since a cut link sends no
   * reset. Ticks are counted instead of time, so that a stall of this process is not taken for silence of the controller.
   */
  private static final int SILENT_TICKS = ProtocolTiming.CONTROL_SILENCE.in(ProtocolTiming.BEAT);
  /** Until a controller says how long its lease is. */
  private static final long DEFAULT_LEASE_MILLIS = ProtocolTiming.CONTROL_LEASE.millis();
  private static final long CLOSE_SECONDS = 2;
  /** Larger reports are compressed: they share links with what they are about. */
  private static final int COMPRESSED_BYTES = 300;
  /** A full epoch of thousands of bundles on ten paths each. */
  private static final int MAX_COMMAND_BYTES = 64 << 20;

  /** Who this agent is. */
  public record Identity(AgentId agent, long session) {}

  private final Identity identity;
  private final ManagedChannel channel;
  private final EventLoop owner;
  private final Ticker ticker;
  private final Backoff backoff;
  private final LeaderTerm term = new LeaderTerm();
  private ControlEvents events;
  private Attachment current;
  private long heardNanos;
  private long leaseMillis = DEFAULT_LEASE_MILLIS;
  private boolean everWelcomed;
  private String lastRefusal = "";
  private boolean closed;

  /** A controller, and how to talk to it. */
  public record Controller(InetSocketAddress address, ChannelCredentials credentials) {}

  /** A client that does nothing until {@link #start}. */
  public ControlClient(Identity identity, Controller controller, EventLoop owner, Ticker ticker, Random random) {
    this.identity = identity;
    this.owner = owner;
    this.ticker = ticker;
    this.backoff = new Backoff(ProtocolTiming.RECONNECT, random);
    this.channel = NettyChannelBuilder.forAddress(controller.address, controller.credentials)
        .maxInboundMessageSize(MAX_COMMAND_BYTES).build();
  }

  /** One stream. What arrives on a stream that is no longer the current one is dropped. */
  private final class Attachment implements ClientResponseObserver<AgentReport, ControllerMessage> {
    private ClientCallStreamObserver<AgentReport> requests;
    private boolean welcomed;
    private int silentTicks;

    @Override
    public void beforeStart(ClientCallStreamObserver<AgentReport> stream) {
      requests = stream;
    }

    @Override
    public void onNext(ControllerMessage command) {
      owner.execute(() -> handle(this, command));
    }

    @Override
    public void onError(Throwable cause) {
      owner.execute(() -> ended(this, RpcProblem.inWords(cause)));
    }

    @Override
    public void onCompleted() {
      owner.execute(() -> ended(this, "the controller closed the stream"));
    }
  }

  /** Attaches, and keeps attached from now on; whatever the controller says goes to {@code listener}. */
  public void start(ControlEvents listener) {
    events = listener;
    attach();
  }

  private void attach() {
    if (closed) {
      return;
    }
    // The pause between attempts is ours alone: gRPC's own grows to minutes.
    channel.resetConnectBackoff();
    current = new Attachment();
    ControllerGrpc.newStub(channel).withCompression("gzip").attach(current);
    current.requests.onNext(AgentReport.newBuilder().setHello(AgentHello.newBuilder()
        .setProtocolVersion(PROTOCOL_VERSION)
        .setSite(identity.agent().site().name())
        .setAgent(identity.agent().name())
        .setSession(identity.session())).build());
  }

  private void handle(Attachment attachment, ControllerMessage command) {
    if (attachment != current || closed || isOfOlderTerm(attachment, command)) {
      return;
    }
    heardNanos = ticker.read();
    attachment.silentTicks = 0;
    try {
      switch (command.getCommandCase()) {
        case WELCOME -> welcome(attachment, command.getWelcome());
        case TUNNELS -> events.tunnels(command.getTunnels());
        case ROUTES -> events.routes(command.getRoutes());
        case PROBE -> events.probe(command.getProbe());
        case EPOCH -> events.epoch(command.getEpoch());
        case PLACEMENT -> events.placement(command.getPlacement());
        case ENDED -> events.ended(command.getEnded().getShuffle());
        case SUBMITTED -> events.submitted(command.getSubmitted());
        case ALIVE -> {
          // that it was heard is all it says
        }
        case COMMAND_NOT_SET -> log.warn("the controller sent a command that this version does not know");
      }
    } catch (IllegalArgumentException e) {
      log.error("a command of the controller could not be used: {}", command, e);
    }
  }

  /** Whether a welcome or an epoch comes from a controller that has been replaced; a stream that begins so is given up. */
  private boolean isOfOlderTerm(Attachment attachment, ControllerMessage command) {
    if (!command.hasWelcome() && !command.hasEpoch()) {
      return false;
    }
    long of = command.hasWelcome() ? command.getWelcome().getTerm() : command.getEpoch().getTerm();
    if (term.accepts(of)) {
      return false;
    }
    String detail = (command.hasWelcome() ? "a welcome" : "an epoch") + " of term " + Long.toUnsignedString(of) + ", while term "
        + Long.toUnsignedString(term.newest()) + " leads";
    log.warn("dropped {}; {} dropped so far", detail, term.dropped());
    events.ofOlderTerm(detail);
    if (command.hasWelcome()) {
      attachment.requests.cancel(detail, null);
      ended(attachment, detail);
    }
    return true;
  }

  private void welcome(Attachment attachment, ControllerWelcome welcome) {
    attachment.welcomed = true;
    everWelcomed = true;
    lastRefusal = "";
    backoff.reset();
    leaseMillis = welcome.getLeaseMillis() > 0 ? welcome.getLeaseMillis() : DEFAULT_LEASE_MILLIS;
    events.welcome(welcome, this::send);
  }

  private void ended(Attachment attachment, String reason) {
    if (attachment != current || closed) {
      return;
    }
    current = null;
    if (attachment.welcomed) {
      events.lost(reason);
    } else if (!reason.equals(lastRefusal)) {
      log.warn("no controller yet, trying again: {}", reason);
      lastRefusal = reason;
    }
    var timer = owner.schedule(this::attach, backoff.nextDelayMillis(), TimeUnit.MILLISECONDS);
    if (timer.isCancelled()) {
      closed = true;
    }
  }

  /** Whether a report can be sent now; if not, it is to be made anew later. */
  public boolean isReady() {
    return current != null && current.welcomed && current.requests.isReady();
  }

  /** Sends a report, if there is a controller to hear it. */
  public void send(AgentReport report) {
    if (current != null && current.welcomed) {
      current.requests.setMessageCompression(report.getSerializedSize() > COMPRESSED_BYTES);
      current.requests.onNext(report);
    }
  }

  /** Whether a controller is attached and was heard lately. */
  public boolean isAttached() {
    return current != null && current.welcomed;
  }

  /** Whether the rates are to be trusted: there is a controller, or there was one within its lease. */
  public boolean isWithinLease() {
    return everWelcomed && (isAttached() || ticker.read() - heardNanos < TimeUnit.MILLISECONDS.toNanos(leaseMillis));
  }

  /** Says that this agent lives, and looks whether the controller does. To be called every 500 ms. */
  public void tick() {
    if (current == null) {
      return;
    }
    if (++current.silentTicks > SILENT_TICKS) {
      current.requests.cancel("silent for " + SILENT_TICKS + " ticks", null);
      ended(current, "the controller was silent");
    } else if (isReady()) {
      send(AgentReport.newBuilder().setAlive(AgentAlive.getDefaultInstance()).build());
    }
  }

  /** Detaches for good. */
  @Override
  public void close() {
    closed = true;
    channel.shutdownNow();
  }

  /** Waits until all is gone; not on the agent's thread. */
  public void awaitClosed() throws InterruptedException {
    if (!channel.awaitTermination(CLOSE_SECONDS, TimeUnit.SECONDS)) {
      log.warn("the channel to the controller did not close within {} s", CLOSE_SECONDS);
    }
  }
}
