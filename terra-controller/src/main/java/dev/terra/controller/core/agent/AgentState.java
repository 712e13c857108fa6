package dev.terra.controller.core.agent;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import dev.terra.api.latency.ClassMessages;
import dev.terra.api.timing.ProtocolTiming;
import dev.terra.api.v1.AgentAlive;
import dev.terra.api.v1.CacheCounts;
import dev.terra.api.v1.HandlerReports;
import dev.terra.api.v1.TunnelReport;
import dev.terra.api.v1.WaitCounts;
import dev.terra.api.version.Capability;
import dev.terra.controller.view.AgentFigures;
import dev.terra.controller.view.SliceFigures;
import dev.terra.controller.view.SliceLoad;
import dev.terra.controller.view.TunnelFigures;
import dev.terra.core.latency.PathClasses;
import dev.terra.core.latency.QueueWatch;
import dev.terra.core.limit.BoundedText;
import dev.terra.core.shuffle.ShuffleId;
import dev.terra.core.slice.SliceId;
import dev.terra.core.units.Bandwidth;
import dev.terra.core.view.CacheFigures;
import dev.terra.core.view.FetchWaits;
import dev.terra.core.view.ResourceUse;
import dev.terra.core.view.Waits;
import dev.terra.core.wan.AgentId;
import dev.terra.core.wan.Path;
import dev.terra.core.wan.SiteId;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The state of an agent, as it was last reported. */
public final class AgentState {
  /** How long after an agent has joined a link is not judged by tunnels to this agent. The tunnels need time to open. */
  public static final long JOIN_GRACE_NANOS = ProtocolTiming.JOIN_GRACE.nanos();
  /** How long a tunnel of several hops has to be down before schedules avoid it. Until then, its agent sends on other paths what it can. */
  public static final long TUNNEL_DOWN_NANOS = ProtocolTiming.TUNNEL_DOWN.nanos();
  /**
   * The number of silent ticks, 1.5 s, after which a restarted agent may join although its old stream has not ended, as when its host went
   * down. A live agent would have sent three messages in this time.
   */
  public static final int RESTART_TICKS = 3;
  /**
   * The number of silent ticks of the controller, 5 s, after which an agent is lost. An agent sends a message every 500 ms, but on links
   * full of shuffles TCP may need some seconds to deliver it. An agent that was killed is detected by its connection, and a site that is
   * cut off by its tunnels. Ticks are counted instead of time, so that a stall of this process does not look like silence of all agents.
   */
  public static final int SILENT_TICKS = ProtocolTiming.CONTROL_SILENCE.in(ProtocolTiming.BEAT);
  /**
   * The stream of an agent.
   *
   * @param session the agent's session; another one after every start of the agent
   * @param number the number of the stream
   * @param version the version of the protocol on the stream
   * @param capabilities the capabilities that the agent names
   * @param from the agent's address; empty if it is unknown
   */
  public record Stream(long session, long number, int version, Set<Capability> capabilities, String from) {}

  /** A tunnel of the agent, as last reported. */
  record Tunnel(boolean up, long rttMicros, Bandwidth achieved, String reason, PathClasses classes) {
    static Tunnel of(TunnelReport report) {
      return new Tunnel(report.getUp(), report.getRttMicros(), new Bandwidth(report.getBytesPerSecond()),
          BoundedText.of(report.getReason()), ClassMessages.of(report.getMarksList(), report.getClasses()));
    }

    public TunnelFigures figures(Path path) {
      return new TunnelFigures(path, up, rttMicros, achieved.bytesPerSecond(), reason, classes);
    }
  }

  private final AgentId id;
  private final SliceId slice;
  private final Stream stream;
  private final long joinedNanos;
  private final Map<Path, Tunnel> tunnels = new HashMap<>();
  /** Tunnels that have been up since the agent joined. */
  private final Set<Path> wereUp = new HashSet<>();
  /** Tunnels that are down, and since when. */
  private final Map<Path, Long> down = new LinkedHashMap<>();
  private final HandlerBook handlers = new HandlerBook();
  private int silentTicks;
  private int fetches;
  private @Nullable ResourceUse use;
  private @Nullable SliceLoad load;
  private FetchWaits waits = FetchWaits.NONE;
  private long changes;
  private boolean live = true;
  private boolean toldAll;
  private @Nullable Double lostSeconds;
  private String whyLost = "";

  /**
   * Creates the state of an agent that has sent its hello.
   *
   * @param slice the slice of its site that the agent carries
   */
  public AgentState(AgentId id, int slice, Stream stream, long nowNanos) {
    this.id = id;
    this.slice = new SliceId(id.site(), slice);
    this.stream = stream;
    this.joinedNanos = nowNanos;
  }

  public AgentId id() {
    return id;
  }

  public SiteId site() {
    return id.site();
  }

  /** The slice of its site that the agent carries. */
  public SliceId slice() {
    return slice;
  }

  public String name() {
    return id.name();
  }

  public long session() {
    return stream.session();
  }

  public long stream() {
    return stream.number();
  }

  /** The version of the protocol that the agent and the controller use. */
  public int version() {
    return stream.version();
  }

  /** Returns whether the agent has named a capability. */
  public boolean can(Capability one) {
    return stream.capabilities().contains(one);
  }

  public boolean live() {
    return live;
  }

  /** A number that grows whenever anything that is published has changed. */
  public long changes() {
    return changes;
  }

  private OptionalDouble lostSeconds() {
    return lostSeconds == null ? OptionalDouble.empty() : OptionalDouble.of(lostSeconds);
  }

  /** Returns the agent's figures, for publication. */
  public AgentFigures figures(int plannedTunnels) {
    return new AgentFigures(id, live, joinedNanos / 1e9, lostSeconds(), whyLost, plannedTunnels, tunnels.entrySet().stream()
        .map(tunnel -> tunnel.getValue().figures(tunnel.getKey()))
        .sorted(Comparator.comparing(tunnel -> tunnel.path().toString())).collect(ImmutableList.toImmutableList()),
        handlers.figures(), fetches, ImmutableList.of(sliceFigures()), waits);
  }

  private SliceFigures sliceFigures() {
    int up = (int) tunnels.values().stream().filter(Tunnel::up).count();
    return new SliceFigures(slice.number(), id.name(), live, lostSeconds().orElse(joinedNanos / 1e9), whyLost, up, fetches, version(),
        ImmutableList.copyOf(Capability.names(stream.capabilities())), stream.from(), use, load);
  }

  /** Notes what has changed about the handlers of the agent's site. */
  public void report(HandlerReports report, long nowNanos) {
    changes++;
    handlers.report(report, nowNanos);
  }

  void lost(String why, long nowNanos) {
    changes++;
    lostSeconds = nowNanos / 1e9;
    whyLost = why;
    live = false;
  }

  /** Notes how many fetches the agent serves at present. */
  public void noteFetches(int now) {
    changes += now == fetches ? 0 : 1;
    fetches = now;
  }

  /**
   * Notes how full the agent's spool and heap are, if it reports that.
   *
   * @throws IllegalArgumentException if a number of bytes is too large
   */
  public void noteUse(AgentAlive alive) {
    if (alive.hasUse()) {
      ResourceUse now = new ResourceUse(alive.getUse().getSpoolBytes(), alive.getUse().getSpoolCapacityBytes(),
          alive.getUse().getHeapBytes(), alive.getUse().getHeapCapacityBytes(),
          alive.getUse().hasCache() ? figures(alive.getUse().getCache()) : null);
      changes += now.equals(use) ? 0 : 1;
      use = now;
    }
  }

  private static CacheFigures figures(CacheCounts cache) {
    return new CacheFigures(cache.getUsedBytes(), cache.getCapacityBytes(), cache.getHits(), cache.getMisses(), cache.getServedBytes(),
        cache.getCrossedBytes(), byShuffle(cache.getUsedByShuffleMap()), byShuffle(cache.getSavedByShuffleMap()),
        ImmutableMap.copyOf(cache.getShareByQueueMap()),
        new CacheFigures.Disk(cache.getDiskUsedBytes(), cache.getDiskCapacityBytes(), cache.getDiskHits()));
  }

  private static ImmutableMap<ShuffleId, Long> byShuffle(Map<String, Long> bytes) {
    return bytes.entrySet().stream().collect(ImmutableMap.toImmutableMap(entry -> new ShuffleId(entry.getKey()), Map.Entry::getValue));
  }

  /**
   * Notes what waits at the agent, if it reports that.
   *
   * @throws IllegalArgumentException if the numbers are impossible
   */
  public void noteLoad(AgentAlive alive) {
    if (alive.hasLoad()) {
      load = changed(new SliceLoad(alive.getLoad().getQueueBytes(), alive.getLoad().getBytesPerSecond()));
    }
  }

  private SliceLoad changed(SliceLoad now) {
    changes += now.equals(load) ? 0 : 1;
    return now;
  }

  /**
   * Notes how long the agent's readers have waited, if it reports that.
   *
   * @throws IllegalArgumentException if the numbers are impossible
   */
  public void noteWaits(AgentAlive alive) {
    if (alive.hasFirstByte() && alive.hasLastByte()) {
      changes++;
      waits = new FetchWaits(waits(alive.getFirstByte()), waits(alive.getLastByte()));
    }
  }

  private static Waits waits(WaitCounts message) {
    return Waits.of(message.getCountsList(), message.getSumSeconds());
  }

  /** Notes that the agent has reported everything from before its stream. */
  public void noteToldAll() {
    toldAll = true;
  }

  public boolean hasToldAll() {
    return toldAll;
  }

  public void heard() {
    silentTicks = 0;
  }

  /** Counts a tick. Returns true if the agent has been silent for too many ticks. */
  boolean tick() {
    silentTicks++;
    return !heardLately();
  }

  /**
   * Returns whether a message from the agent was received within the bound of silence. Its stream may have ended since. Until the bound is
   * reached, its place is not given to another agent.
   */
  boolean heardLately() {
    return silentTicks <= SILENT_TICKS;
  }

  /** Returns whether the agent is live in another session than the given one, and has sent a message just now. */
  boolean isAnotherThatLives(long session) {
    return live && stream.session() != session && silentTicks < RESTART_TICKS;
  }

  /** Returns where the agent runs, for people. */
  String place() {
    return stream.from().isEmpty() ? "" : ", connected from " + stream.from();
  }

  boolean settledAt(long nowNanos) {
    return nowNanos - joinedNanos >= JOIN_GRACE_NANOS;
  }

  /**
   * Notes a tunnel's state. Returns true if the tunnel went up or down or is new.
   *
   * @throws IllegalArgumentException if the rate is impossible; then nothing has changed
   */
  public boolean report(Path path, TunnelReport report, long nowNanos) {
    Tunnel now = Tunnel.of(report);
    changes++;
    Tunnel before = tunnels.put(path, now);
    if (report.getUp()) {
      wereUp.add(path);
      down.remove(path);
    } else {
      down.putIfAbsent(path, nowNanos);
    }
    return before == null || before.up() != report.getUp();
  }

  /** Returns whether the network of the agent's tunnel along a path keeps latency classes. */
  QueueWatch.Verdict queues(Path path) {
    Tunnel tunnel = tunnels.get(path);
    return tunnel == null ? QueueWatch.Verdict.UNKNOWN : tunnel.classes.queues();
  }

  /** Returns whether the agent's tunnel along a path has been up since the agent joined. */
  boolean wasUp(Path path) {
    return wereUp.contains(path);
  }

  /** Returns why the agent's tunnel along a path is down, if the agent reports it down. */
  Optional<String> whyDown(Path path) {
    return live && down.containsKey(path) ? Optional.ofNullable(tunnels.get(path)).map(Tunnel::reason) : Optional.empty();
  }

  /** Forgets tunnels that are no longer planned. */
  public void keepTunnels(Predicate<Path> planned) {
    changes++;
    tunnels.keySet().removeIf(path -> !planned.test(path));
    down.keySet().removeIf(path -> !planned.test(path));
    wereUp.removeIf(path -> !planned.test(path));
  }

  /**
   * Returns the paths along which the agent reports its tunnel down. Paths of several hops are included only after a while: among many
   * tunnels with little traffic, some are always silent for a moment, and a permanent failure also shows at the links or at the agent.
   */
  public Set<Path> tunnelsDown(long nowNanos) {
    return !live ? Set.of() : down.entrySet().stream()
        .filter(tunnel -> tunnel.getKey().sites().size() == 2 || nowNanos - tunnel.getValue() >= TUNNEL_DOWN_NANOS)
        .map(Map.Entry::getKey).collect(Collectors.toCollection(LinkedHashSet::new));
  }
}
