package dev.terra.agent.control;

import com.google.common.base.Ticker;
import dev.terra.agent.site.ServedByStock;
import dev.terra.agent.stats.AgentEventKind;
import dev.terra.agent.stats.Events;
import dev.terra.api.timing.ProtocolTiming;
import dev.terra.api.v1.AgentAlive;
import dev.terra.api.v1.AgentHello;
import dev.terra.api.v1.AgentLoad;
import dev.terra.api.v1.AgentReport;
import dev.terra.api.v1.AgentUse;
import dev.terra.api.v1.CacheCounts;
import dev.terra.api.v1.ClassReport;
import dev.terra.api.v1.ControllerMessage;
import dev.terra.api.v1.ControllerWelcome;
import dev.terra.api.v1.SmallResponses;
import dev.terra.api.v1.WaitCounts;
import dev.terra.api.version.Capability;
import dev.terra.api.version.ProtocolVersions;
import dev.terra.core.balance.ServiceRate;
import dev.terra.core.view.CacheFigures;
import dev.terra.core.view.FetchWaits;
import dev.terra.core.view.ResourceUse;
import dev.terra.core.view.Waits;
import dev.terra.core.wan.AgentId;
import io.netty.channel.EventLoop;
import java.util.List;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The client of the controllers. It has a stream to each controller, and follows the one that has sent it a welcome with the highest term.
 * Controllers that stand by send only signs of life. Since their streams exist already, a welcome arrives as soon as one of them begins to
 * lead. Every new leader receives a report of everything. An instance is used on the agent's thread only.
 */
public final class ControlClient implements ReportStream, AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(ControlClient.class);
  private static final ProtocolVersions VERSIONS = ProtocolVersions.CONTROL;
  /** The ticks, 5 s, from one report of use to the next, so that a controller need not publish the agent anew at each beat. */
  private static final int USE_TICKS = 10;
  /** The lease until a controller states its own. */
  private static final long DEFAULT_LEASE_MILLIS = ProtocolTiming.CONTROL_LEASE.millis();

  /**
   * The identity of an agent.
   *
   * @param slice the slice of its site that it carries
   * @param capabilities the capabilities that it states
   */
  public record Identity(AgentId agent, long session, int slice, Set<Capability> capabilities) {
    /** Copies the capabilities. */
    public Identity {
      capabilities = Set.copyOf(capabilities);
    }

    /** Creates the identity of an agent that carries everything and has no optional capabilities. */
    public Identity(AgentId agent, long session) {
      this(agent, session, 0, Set.of());
    }
  }

  private final List<ControllerLine> lines;
  private final AgentReport hello;
  private final Ticker ticker;
  private final LeaderTerm term = new LeaderTerm();
  private final Events events;
  private @Nullable ControllerOrders orders;
  /** The line of the controller that leads; null while there is no stream to it. */
  private @Nullable ControllerLine leader;
  /** The term of the leader's welcome. */
  private long followed;
  private long heardNanos;
  private long leaseMillis = DEFAULT_LEASE_MILLIS;
  /** The capabilities of the leader. */
  private Set<Capability> leadersCapabilities = Set.of();
  private boolean everWelcomed;
  private boolean hadRates;
  private FetchWaits toldWaits = FetchWaits.NONE;
  private @Nullable AgentUse use;
  private AgentLoad load = AgentLoad.getDefaultInstance();
  private AgentLoad toldLoad = AgentLoad.getDefaultInstance();
  private int ticksToUse;
  private List<ClassReport> classes = List.of();
  private List<SmallResponses> small = List.of();
  private boolean closed;

  /**
   * The connections to the controllers, and the thread and the clock of the client.
   *
   * @param owner the agent's thread
   * @param ticker the monotonic clock
   */
  public record Connection(ControllerChannels controllers, EventLoop owner, Ticker ticker) {}

  /** Creates a client that does nothing until {@link #start}. */
  public ControlClient(Identity identity, Connection connection, Events events, Random random) {
    this.ticker = connection.ticker;
    this.events = events;
    this.hello = AgentReport.newBuilder().setHello(AgentHello.newBuilder()
        .setProtocolVersion(VERSIONS.oldest()).setNewestVersion(VERSIONS.newest()).setSite(identity.agent().site().name())
        .setAgent(identity.agent().name()).setSession(identity.session()).setSlice(identity.slice())
        .addAllCapabilities(Capability.names(identity.capabilities()))).build();
    this.lines = connection.controllers.ends().stream()
        .map(end -> new ControllerLine(end, connection.owner, new Random(random.nextLong()), new Lines()))
        .toList();
  }

  /** The listener of the lines to all controllers. */
  private final class Lines implements ControllerLine.Listener {
    @Override
    public AgentReport hello() {
      return hello;
    }

    @Override
    public void heard(ControllerLine line, ControllerMessage message) {
      handle(line, message);
    }

    @Override
    public void ended(ControllerLine line, String reason) {
      if (line == leader && !closed) {
        leader = null;
        orders().lost(reason);
      }
    }
  }

  /** Attaches to all controllers, and attaches again after every loss. The leader's orders go to {@code executor}. */
  public void start(ControllerOrders executor) {
    orders = executor;
    lines.forEach(ControllerLine::attach);
  }

  private ControllerOrders orders() {
    return Objects.requireNonNull(orders, "lines attach when the client starts");
  }

  private void handle(ControllerLine line, ControllerMessage command) {
    if (closed) {
      return;
    }
    OptionalLong stated = termOf(command);
    if (stated.isPresent() && !term.advance(stated.getAsLong())) {
      drop(line, command, stated.getAsLong());
      return;
    }
    line.settled();
    try {
      if (command.hasWelcome()) {
        welcome(line, command.getWelcome());
      } else if (line == leader) {
        heardNanos = ticker.read();
        orders().command(command);
      } // otherwise it stands by, or led before and has not ended its stream
    } catch (IllegalArgumentException e) {
      log.error("a command of the controller could not be used: {}", command, e);
    }
  }

  /** Returns the term that a welcome or an epoch states; other commands state none. */
  private static OptionalLong termOf(ControllerMessage command) {
    if (command.hasWelcome()) {
      return OptionalLong.of(command.getWelcome().getTerm());
    }
    return command.hasEpoch() ? OptionalLong.of(command.getEpoch().getTerm()) : OptionalLong.empty();
  }

  /** Drops a command of a controller that has been replaced. If the command is a welcome, its stream is given up too. */
  private void drop(ControllerLine line, ControllerMessage command, long stated) {
    String detail = (command.hasWelcome() ? "a welcome" : "an epoch") + " of term " + Long.toUnsignedString(stated) + ", while term "
        + Long.toUnsignedString(term.newest()) + " leads";
    log.warn("dropped {} from {}; {} dropped so far", detail, line, term.dropped());
    events.add(AgentEventKind.OLDER_TERM, "controller", detail);
    if (command.hasWelcome()) {
      line.giveUp(detail);
    }
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
    toldLoad = AgentLoad.getDefaultInstance();
    leader = line;
    followed = welcome.getTerm();
    leadersCapabilities = Capability.of(welcome.getCapabilitiesList());
    everWelcomed = true;
    heardNanos = ticker.read();
    leaseMillis = welcome.getLeaseMillis() > 0 ? welcome.getLeaseMillis() : DEFAULT_LEASE_MILLIS;
    log.info("the controller at {} leads, term {}", line, Long.toUnsignedString(welcome.getTerm()));
    orders().welcome(welcome);
  }

  @Override
  public boolean isReady() {
    return leader != null && leader.isReady();
  }

  @Override
  public void send(AgentReport report) {
    if (leader != null) {
      leader.send(report);
    }
  }

  /** Returns whether the rates are valid: a controller leads, or one has led within its lease. */
  public boolean isWithinLease() {
    return everWelcomed && (leader != null || ticker.read() - heardNanos < TimeUnit.MILLISECONDS.toNanos(leaseMillis));
  }

  /** Returns whether the rates of the previous leader were still valid when the present one sent its welcome. */
  public boolean hadRates() {
    return hadRates;
  }

  /**
   * Sends a sign of life, and checks those of the controllers. It is to be called every 500 ms.
   *
   * @param fetches the number of fetches that are being served
   * @param waits how long the readers here have waited so far; sent if it has changed
   * @param served holds the observed shuffles that the stock path has served to other sites
   */
  public void tick(int fetches, FetchWaits waits, ServedByStock served) {
    lines.forEach(ControllerLine::tick);
    if (isReady()) {
      AgentAlive.Builder alive = AgentAlive.newBuilder().setFetches(fetches);
      if (!waits.equals(toldWaits)) {
        toldWaits = waits;
        alive.setFirstByte(message(waits.firstByte())).setLastByte(message(waits.lastByte()));
      }
      if (leadersCapabilities.contains(Capability.OBSERVED_SHUFFLES)) {
        alive.addAllServed(served.take());
      }
      alive.addAllClasses(classes).addAllSmall(small);
      classes = List.of();
      small = List.of();
      if (use != null && --ticksToUse <= 0) {
        ticksToUse = USE_TICKS;
        alive.setUse(use);
      }
      if (!load.equals(toldLoad)) {
        toldLoad = load;
        alive.setLoad(load);
      }
      send(AgentReport.newBuilder().setAlive(alive).build());
    }
  }

  /** Notes the load of this agent, which is sent to the leader with the next beat. */
  public void noteLoad(ServiceRate now) {
    load = AgentLoad.newBuilder().setQueueBytes(now.queueBytes()).setBytesPerSecond(Math.rint(now.bytesPerSecond())).build();
  }

  /**
   * Notes how full the agent is, and how much processor time it has used. Both are sent to the leader every 5 s.
   *
   * @param processorMicros the processor time since the agent started, in microseconds; 0 if it is not known
   */
  public void noteUse(ResourceUse now, long processorMicros) {
    use = message(now).setProcessorMicros(processorMicros).build();
  }

  /**
   * Notes what has changed about latency classes, and the small responses that were sent. Both are sent to the leader with the next beat.
   * It may be called only while {@link #isReady}.
   */
  public void noteClasses(List<ClassReport> changed, List<SmallResponses> sent) {
    classes = changed;
    small = sent;
  }

  private static AgentUse.Builder message(ResourceUse use) {
    AgentUse.Builder message = AgentUse.newBuilder().setSpoolBytes(use.spoolBytes()).setSpoolCapacityBytes(use.spoolCapacityBytes())
        .setHeapBytes(use.heapBytes()).setHeapCapacityBytes(use.heapCapacityBytes());
    if (use.cache() != null) {
      message.setCache(message(use.cache()));
    }
    return message;
  }

  private static CacheCounts message(CacheFigures cache) {
    CacheCounts.Builder message = CacheCounts.newBuilder().setUsedBytes(cache.usedBytes()).setCapacityBytes(cache.capacityBytes())
        .setHits(cache.hits()).setMisses(cache.misses()).setServedBytes(cache.servedBytes()).setCrossedBytes(cache.crossedBytes())
        .setDiskUsedBytes(cache.disk().usedBytes()).setDiskCapacityBytes(cache.disk().capacityBytes()).setDiskHits(cache.disk().hits());
    cache.usedByShuffle().forEach((shuffle, bytes) -> message.putUsedByShuffle(shuffle.value(), bytes));
    cache.savedByShuffle().forEach((shuffle, bytes) -> message.putSavedByShuffle(shuffle.value(), bytes));
    return message.putAllShareByQueue(cache.shareByQueue()).build();
  }

  private static WaitCounts message(Waits waits) {
    return WaitCounts.newBuilder().addAllCounts(waits.counts()).setSumSeconds(waits.sumSeconds()).build();
  }

  /** Detaches from all controllers for good. */
  @Override
  public void close() {
    closed = true;
    lines.forEach(ControllerLine::close);
  }
}
