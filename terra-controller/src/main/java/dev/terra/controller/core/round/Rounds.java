package dev.terra.controller.core.round;

import dev.terra.api.v1.Epoch;
import dev.terra.api.v1.RatesInForce;
import dev.terra.controller.core.agent.AgentBook;
import dev.terra.controller.core.agent.AgentState;
import dev.terra.controller.core.capacity.CapacityBook;
import dev.terra.controller.core.network.NetworkModel;
import dev.terra.controller.core.shuffle.ShuffleBook;
import dev.terra.controller.core.turn.EventLog;
import dev.terra.controller.core.turn.Leadership;
import dev.terra.controller.view.EventKind;
import dev.terra.controller.view.RoundFigures;
import dev.terra.core.shuffle.BundleId;
import dev.terra.core.shuffle.ShuffleId;
import dev.terra.core.slice.SliceId;
import dev.terra.core.wan.LinkChoice;
import dev.terra.core.wan.LinkId;
import dev.terra.core.wan.Path;
import dev.terra.schedule.explain.ScheduledRound;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The schedule in force, and what agents have received of it. */
public final class Rounds {
  /** Rates are adapted to the bytes that are really left at least this often. */
  private static final long REFRESH_NANOS = 1_000_000_000L;
  /**
   * By how much the schedule in force may be worse than a new one before the new one replaces it: what is left of a shuffle may take 5 %
   * longer, or 0.2 s longer if that is more. For less, bytes do not change their paths. The 5 % are relative to what is left, so that the
   * loss vanishes towards the end. TCP needs some round trips to gain speed on a path that was not used recently, hence the 0.2 s. What
   * others leave changes whenever one of their bundles ends, so a shuffle that gets it keeps its rates as long as they are at least 90 % of
   * those in the new schedule.
   */
  private static final RoundPlan.Tolerance WORTH_A_CHANGE = new RoundPlan.Tolerance(0.05, 0.2, 0.1);
  /** The most bundles that one event names, so that its text stays readable. */
  private static final int BUNDLES_IN_EVENT = 20;
  private final NetworkModel network;
  private final AgentBook agents;
  private final ShuffleBook shuffles;
  private final Supplier<Set<ShuffleId>> asIs;
  private final RoundPlanner planner;
  private final CapacityBook capacities;
  private final EventLog events;
  private final EpochBook epochs;
  private final RateDivision division;
  /** The rates of the previous leader that agents follow, until the first round. */
  private final Map<SliceId, Map<BundleId, Map<Path, Long>>> inherited = new TreeMap<>();
  private final IdleBundles idle = new IdleBundles();
  private RoundPlan plan = RoundPlan.EMPTY;
  private volatile @Nullable ScheduledRound last;
  private Set<LinkId> plannedDown = Set.of();
  private long plannedRevision;
  private long lastRoundNanos;
  private long rounds;
  private boolean lastFailed;
  private boolean lastStands = true;
  private final FinishTimes finishTimes;

  /**
   * The input of rounds.
   *
   * @param network the links, and what they carry
   * @param agents the agents that are attached
   * @param shuffles the running shuffles
   * @param asIs the shuffles of which no chunk is to be compressed
   */
  public record Inputs(NetworkModel network, AgentBook agents, ShuffleBook shuffles, Supplier<Set<ShuffleId>> asIs) {}

  public Rounds(Inputs inputs, RoundPlanner planner, CapacityBook capacities, EventLog events, Leadership leadership) {
    this.network = inputs.network;
    this.agents = inputs.agents;
    this.shuffles = inputs.shuffles;
    this.asIs = inputs.asIs;
    this.planner = planner;
    this.capacities = capacities;
    this.events = events;
    this.epochs = new EpochBook(leadership.term());
    this.division = new RateDivision(agents, shuffles);
    this.finishTimes = new FinishTimes(shuffles);
  }

  /** Notes that this agent has a new stream, so that its next epoch is a full one. */
  public void joined(SliceId slice) {
    epochs.reset(slice);
  }

  /** Takes over the rates of the previous leader that a slice's agent follows. The first round starts from them. */
  public void takeOver(SliceId slice, RatesInForce rates) {
    inherited.put(slice, InheritedRates.of(slice.site(), rates, network));
    plan = RoundPlan.sum(inherited.values());
  }

  /** Returns whether the rates are so old that they no longer fit what is left. */
  public boolean staleAt(long nowNanos) {
    return shuffles.anythingOutstanding() && nowNanos - lastRoundNanos >= REFRESH_NANOS;
  }

  /** Runs one round. Returns the epochs to send, by stream. */
  public Map<Long, Epoch> run(long nowNanos) {
    Set<Path> tunnelsDown = tunnelsUnused(nowNanos);
    Set<LinkId> linksDown = network.linksUnused();
    inherit(linksDown);
    RoundPlan before = plan;
    network.scheduled();
    lastFailed = false;
    noteIdle(idle.look(before, shuffles.active(), nowNanos), nowNanos);
    RoundPlanner.View view = new RoundPlanner.View(
        linksDown, tunnelsDown, agents::liveAt, network.drains().agents()::contains, idle::contains);
    try {
      RoundPlan optimum = planner.plan(shuffles, view, nowNanos);
      RoundPlan standing = before.forWhatIsLeft(shuffles.active());
      // of very many tunnels, some go down and come up all the time; a plan that does not need them can stay in force
      boolean stands = network.revision() == plannedRevision && linksDown.equals(plannedDown) && !standing.uses(tunnelsDown)
          && planner.allows(standing) && standing.isAsGoodAs(optimum, shuffles.active(), WORTH_A_CHANGE);
      plan = stands ? standing : optimum;
      last = planner.last().map(round -> stands ? plan.inForce(round) : round).orElse(null);
      lastStands = stands;
      plannedDown = linksDown;
      plannedRevision = network.revision();
      shuffles.active().forEach(shuffle -> shuffle.noteWaits(plan.waits(shuffle)));
      shuffles.active().forEach(shuffle -> shuffle.newRefusal().ifPresent(problem ->
          events.add(nowNanos, EventKind.DEADLINE_REFUSED, shuffle.id().value(), problem)));
    } catch (RuntimeException | LinkageError e) {
      events.add(nowNanos, EventKind.SCHEDULE_FAILED, "round " + rounds, e + "; the last schedule stays in force");
      lastFailed = true;
      lastStands = true;
    }
    rounds++;
    lastRoundNanos = nowNanos;
    Map<LinkId, Long> loads = plan.loads();
    network.allocated(loads);
    capacities.granted(loads, plan.pathLoads(), nowNanos);
    noteReroute(plan.movedSince(before, linksDown, tunnelsDown), linksDown, nowNanos);
    epochs.next(asIs.get());
    return news(nowNanos);
  }

  private Map<Long, Epoch> news(long nowNanos) {
    division.begin(plan, nowNanos);
    Map<Long, Epoch> news = new LinkedHashMap<>();
    for (AgentState agent : agents.live()) {
      epochs.tell(agent.slice(), division.of(agent.slice(), plan.from(agent.site())), network.drains().agents())
          .ifPresent(epoch -> news.put(agent.stream(), epoch));
    }
    return news;
  }

  /** Treats the rates of the previous leader as planned for the present network, unless this network cannot carry them. */
  private void inherit(Set<LinkId> linksDown) {
    if (!inherited.isEmpty()) {
      plan = InheritedRates.fit(plan, network.planned(false)) ? plan : RoundPlan.EMPTY;
      plannedDown = linksDown;
      plannedRevision = network.revision();
      inherited.clear();
    }
  }

  private Set<Path> tunnelsUnused(long nowNanos) {
    Set<Path> down = agents.tunnelsDown(nowNanos);
    if (network.drains().concernsPaths()) {
      down.addAll(network.drains().among(network.paths().all()));
    }
    return down;
  }

  /** Adds events for some of the bundles only. What stops one bundle may stop thousands, and the log of events is short. */
  private void noteIdle(List<IdleBundles.Found> found, long nowNanos) {
    found.stream().limit(BUNDLES_IN_EVENT).forEach(bundle -> events.add(nowNanos, EventKind.BUNDLE_IDLE,
        bundle.bundle().shuffle().value(), "nothing from " + bundle.bundle().from() + " to " + bundle.bundle().to() + " has moved for "
            + Math.round((nowNanos - bundle.sinceNanos()) / 1e9) + " s, although its rate is " + bundle.bytesPerSecond()
            + " bytes/s; unless more of the shuffle moves, others go first"));
  }

  private void noteReroute(Map<BundleId, Set<Path>> moved, Set<LinkId> linksDown, long nowNanos) {
    if (!moved.isEmpty()) {
      String down = linksDown.stream()
          .filter(link -> !linksDown.contains(link.reversed()) || link.from().compareTo(link.to()) < 0)
          .map(link -> new LinkChoice(link, linksDown.contains(link.reversed())).toString()).collect(Collectors.joining(","));
      String detail = moved.entrySet().stream().limit(BUNDLES_IN_EVENT)
          .map(e -> e.getKey() + " onto " + e.getValue()).collect(Collectors.joining(", "));
      events.add(nowNanos, EventKind.REROUTE, down.isEmpty() ? "tunnels" : down,
          (moved.size() == 1 ? "1 bundle" : moved.size() + " bundles") + " moved: " + detail);
    }
  }

  /**
   * Returns the input of the last round and the schedule in force since then. It is empty if there was nothing to send. This method may be
   * called on any thread.
   */
  public Optional<ScheduledRound> last() {
    return Optional.ofNullable(last);
  }

  public RoundPlan plan() {
    return plan;
  }

  long epoch() {
    return epochs.number();
  }

  /** When running shuffles will be done. */
  public FinishTimes finishTimes() {
    return finishTimes;
  }

  /**
   * Returns the figures of all rounds so far, for publication.
   *
   * @param lastRoundMillis how long the last round took, in milliseconds
   */
  public RoundFigures figures(double lastRoundMillis) {
    return new RoundFigures(epoch(), rounds, lastRoundMillis, lastFailed, lastStands, finishTimes.foreseenSeconds());
  }
}
