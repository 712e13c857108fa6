package dev.terra.agent.control;

import com.google.common.base.Ticker;
import dev.terra.api.timing.ProtocolTiming;
import dev.terra.api.v1.AgentAlive;
import dev.terra.api.v1.AgentHello;
import dev.terra.api.v1.AgentReport;
import dev.terra.api.v1.ControllerMessage;
import dev.terra.api.v1.ControllerWelcome;
import dev.terra.api.v1.WaitCounts;
import dev.terra.api.version.Capability;
import dev.terra.api.version.ProtocolVersions;
import dev.terra.core.view.FetchWaits;
import dev.terra.core.view.Waits;
import dev.terra.core.wan.AgentId;
import io.netty.channel.EventLoop;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The controllers: an agent has a stream to each, and follows the one that welcomed it with the highest term. Those that stand by only say
 * that they live; when one of them begins to lead, its welcome is on its way already. Everything is told again to every new leader. On the
 * agent's thread.
 */
public final class ControlClient implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(ControlClient.class);
  private static final ProtocolVersions VERSIONS = ProtocolVersions.CONTROL;
  /** Until a controller says how long its lease is. */
  private static final long DEFAULT_LEASE_MILLIS = ProtocolTiming.CONTROL_LEASE.millis();

  /**
   * Who this agent is.
   *
   * @param slice which of its site it carries
   * @param capabilities what it says that it can do
   */
  public record Identity(AgentId agent, long session, int slice, Set<Capability> capabilities) {
    /** Copies the capabilities. */
    public Identity {
      capabilities = Set.copyOf(capabilities);
    }

    /** One that carries everything, and can do what it must. */
    public Identity(AgentId agent, long session) {
      this(agent, session, 0, Set.of());
    }
  }

  private final List<ControllerLine> lines;
  private final Ticker ticker;
  private final LeaderTerm term = new LeaderTerm();
  private ControlEvents events;
  /** The line of the controller that leads, while its stream is there; else null. */
  private ControllerLine leader;
  /** The term of its welcome. */
  private long followed;
  private long heardNanos;
  private long leaseMillis = DEFAULT_LEASE_MILLIS;
  /** What the leader can do. */
  private Set<Capability> leadersCapabilities = Set.of();
  private boolean everWelcomed;
  private boolean hadRates;
  private FetchWaits toldWaits = FetchWaits.NONE;
  private boolean closed;

  /** A client that does nothing until {@link #start}. */
  public ControlClient(Identity identity, ControllerChannels controllers, EventLoop owner, Ticker ticker, Random random) {
    this.ticker = ticker;
    AgentReport hello = AgentReport.newBuilder().setHello(AgentHello.newBuilder()
        .setProtocolVersion(VERSIONS.oldest()).setNewestVersion(VERSIONS.newest()).setSite(identity.agent().site().name())
        .setAgent(identity.agent().name()).setSession(identity.session()).setSlice(identity.slice())
        .addAllCapabilities(Capability.names(identity.capabilities()))).build();
    this.lines = controllers.ends().stream()
        .map(end -> new ControllerLine(end, () -> hello, owner, new Random(random.nextLong()), new Lines()))
        .toList();
  }

  /** What comes over the lines. */
  private final class Lines implements ControllerLine.Listener {
    @Override
    public void heard(ControllerLine line, ControllerMessage message) {
      handle(line, message);
    }

    @Override
    public void ended(ControllerLine line, String reason) {
      if (line == leader && !closed) {
        leader = null;
        events.lost(reason);
      }
    }
  }

  /** Attaches, and keeps attached from now on; whatever the leader says goes to {@code listener}. */
  public void start(ControlEvents listener) {
    events = listener;
    lines.forEach(ControllerLine::attach);
  }

  private void handle(ControllerLine line, ControllerMessage command) {
    if (closed || isOfOlderTerm(line, command)) {
      return;
    }
    line.settled();
    try {
      if (command.hasWelcome()) {
        welcome(line, command.getWelcome());
      } else if (line == leader) {
        heardNanos = ticker.read();
        obey(command);
      } // else it stands by, or led before and has not said so
    } catch (IllegalArgumentException e) {
      log.error("a command of the controller could not be used: {}", command, e);
    }
  }

  private void obey(ControllerMessage command) {
    switch (command.getCommandCase()) {
      case TUNNELS -> events.tunnels(command.getTunnels());
      case ROUTES -> events.routes(command.getRoutes());
      case PROBE -> events.probe(command.getProbe());
      case EPOCH -> events.epoch(command.getEpoch());
      case PLACEMENT -> events.placement(command.getPlacement());
      case ENDED -> events.ended(command.getEnded().getShuffle());
      case SUBMITTED -> events.submitted(command.getSubmitted());
      case ALIVE, WELCOME, SLICES -> {
        // that it was heard is all it says
      }
      case COMMAND_NOT_SET -> log.warn("the controller sent a command that this version does not know");
    }
  }

  /** Whether a welcome or an epoch comes from a controller that has been replaced; a stream that begins so is given up. */
  private boolean isOfOlderTerm(ControllerLine line, ControllerMessage command) {
    if (!command.hasWelcome() && !command.hasEpoch()) {
      return false;
    }
    long of = command.hasWelcome() ? command.getWelcome().getTerm() : command.getEpoch().getTerm();
    if (term.accepts(of)) {
      return false;
    }
    String detail = (command.hasWelcome() ? "a welcome" : "an epoch") + " of term " + Long.toUnsignedString(of) + ", while term "
        + Long.toUnsignedString(term.newest()) + " leads";
    log.warn("dropped {} from {}; {} dropped so far", detail, line, term.dropped());
    events.ofOlderTerm(detail);
    if (command.hasWelcome()) {
      line.giveUp(detail);
    }
    return true;
  }

  private void welcome(ControllerLine line, ControllerWelcome welcome) {
    if (leader != null && leader != line && welcome.getTerm() == followed) {
      line.giveUp("two controllers lead in term " + Long.toUnsignedString(welcome.getTerm()) + ", " + leader + " and " + line
          + ": they need the key 'zookeeper' to agree on one");
      return;
    }
    if (!VERSIONS.speaks(welcome.getProtocolVersion())) {
      line.giveUp(VERSIONS.refusal("agent", "controller", welcome.getProtocolVersion(), 0));
      return;
    }
    hadRates = isWithinLease();
    toldWaits = FetchWaits.NONE;
    leader = line;
    followed = welcome.getTerm();
    leadersCapabilities = Capability.of(welcome.getCapabilitiesList());
    everWelcomed = true;
    heardNanos = ticker.read();
    leaseMillis = welcome.getLeaseMillis() > 0 ? welcome.getLeaseMillis() : DEFAULT_LEASE_MILLIS;
    log.info("the controller at {} leads, term {}", line, Long.toUnsignedString(welcome.getTerm()));
    events.welcome(welcome, this::send);
  }

  /** Whether a report can be sent now; if not, it is to be made anew later. */
  public boolean isReady() {
    return leader != null && leader.isReady();
  }

  /** Sends a report, if there is a controller to hear it. */
  public void send(AgentReport report) {
    if (leader != null) {
      leader.send(report);
    }
  }

  /** Whether a controller is attached and was heard lately. */
  public boolean isAttached() {
    return leader != null;
  }

  /** Whether the rates are to be trusted: there is a controller, or there was one within its lease. */
  public boolean isWithinLease() {
    return everWelcomed && (isAttached() || ticker.read() - heardNanos < TimeUnit.MILLISECONDS.toNanos(leaseMillis));
  }

  /** Whether the rates of the leader before were still to be trusted when the present one came. */
  public boolean hadRates() {
    return hadRates;
  }

  /**
   * Says that this agent lives, and looks whether controllers do. To be called every 500 ms.
   *
   * @param fetches how many it serves now
   * @param waits what its readers have waited so far; told where it has changed
   * @param served shuffles that are only told of, of which the stock path has served other sites since it was asked for last
   */
  public void tick(int fetches, FetchWaits waits, Supplier<List<String>> served) {
    lines.forEach(ControllerLine::tick);
    if (isReady()) {
      AgentAlive.Builder alive = AgentAlive.newBuilder().setFetches(fetches);
      if (!waits.equals(toldWaits)) {
        toldWaits = waits;
        alive.setFirstByte(message(waits.firstByte())).setLastByte(message(waits.lastByte()));
      }
      if (leadersCapabilities.contains(Capability.OBSERVED_SHUFFLES)) {
        alive.addAllServed(served.get());
      }
      send(AgentReport.newBuilder().setAlive(alive).build());
    }
  }

  private static WaitCounts message(Waits waits) {
    return WaitCounts.newBuilder().addAllCounts(waits.counts()).setSumSeconds(waits.sumSeconds()).build();
  }

  /** Detaches for good. */
  @Override
  public void close() {
    closed = true;
    lines.forEach(ControllerLine::close);
  }
}
