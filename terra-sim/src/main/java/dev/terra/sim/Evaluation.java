package dev.terra.sim;

import dev.terra.core.wan.Path;
import dev.terra.core.wan.SiteId;
import dev.terra.core.wan.Wan;
import dev.terra.schedule.PolicyName;
import dev.terra.schedule.SchedulerConfig;
import dev.terra.schedule.path.FarthestSites;
import dev.terra.schedule.path.PathRules;
import dev.terra.schedule.path.PathSets;
import dev.terra.schedule.policy.PolicyScheduler;
import dev.terra.sim.trace.Trace;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.BiFunction;
import java.util.function.LongSupplier;

/** Runs one trace under several policies on the same WAN and path sets. */
public final class Evaluation {
  /** The connections of a bundle under {@code parallel-tcp}. */
  private static final int PARALLEL_CONNECTIONS = 8;

  /**
   * What is the same for all policies.
   *
   * @param pathsPerPair 1 to 64
   * @param alpha the share of every link that policies with a free share leave free; empty for each policy's own share
   */
  public record Setting(
      Wan wan, Trace trace, int pathsPerPair, OptionalDouble alpha, SimulationOptions options) {}

  private final Setting setting;
  private final LongSupplier ticker;
  private final PathSets paths;
  private final Gammas gammas;
  private final double leastSeconds;

  /** Makes an evaluation; {@code ticker} returns monotonic nanoseconds, with which the times of rounds are measured. */
  public Evaluation(Setting setting, LongSupplier ticker) {
    this(setting, new PathSets(setting.wan(), PathRules.atMost(setting.pathsPerPair())), ticker);
  }

  /** Makes an evaluation with existing path sets; they must be those of the setting's WAN and number of paths. */
  public Evaluation(Setting setting, PathSets paths, LongSupplier ticker) {
    if (paths.wan() != setting.wan() || !paths.rules().equals(PathRules.atMost(setting.pathsPerPair()))) {
      throw new IllegalArgumentException("the path sets are those of another WAN or number of paths");
    }
    this.setting = setting;
    this.ticker = ticker;
    this.paths = paths;
    this.leastSeconds = setting.options().roundTrips().counted() ? FarthestSites.roundTripSeconds(setting.wan()) : 0;
    boolean fixed = setting.options().events().isEmpty();
    this.gammas = new Gammas(fixed ? paths : new PathSets(setting.wan(), PathRules.atMost(PathRules.MAX_PATHS)));
  }

  /** Returns the offered load of the trace; see {@link Gammas#offeredLoad}. */
  public double offeredLoad() {
    return gammas.offeredLoad(setting.trace());
  }

  /**
   * Runs the trace under a policy. Terra's policies carry the bytes of compressed chunks, the others carry all bytes.
   *
   * @throws AuditException if the run's numbers cannot be true
   */
  public SimulationResult run(PolicyName policy, Simulation.Watcher watcher) {
    SchedulerConfig own = SchedulerConfig.of(policy).withLeastSeconds(leastSeconds);
    SchedulerConfig config = own.alpha() > 0 && setting.alpha().isPresent()
        ? own.withAlpha(setting.alpha().getAsDouble())
        : own;
    PolicyScheduler scheduler = PolicyScheduler.ofRates(config, paths);
    Simulation.Candidate candidate = new Simulation.Candidate(
        policy.toString(), scheduler, scheduler::programsSolved, tcp(policy));
    Trace sent = policy.goesByGamma() ? setting.trace().onLinks() : setting.trace();
    return new Simulation(setting.wan(), sent, setting.options(), new Simulation.Setup(candidate, gammas, ticker, watcher)).run();
  }

  private Optional<TcpConnections> tcp(PolicyName policy) {
    BiFunction<SiteId, SiteId, Optional<Path>> route = (from, to) -> paths.paths(from, to).stream().findFirst();
    return switch (policy) {
      case DEFAULT, MPTCP -> Optional.of(new TcpConnections(route, flows -> flows));
      case PARALLEL_TCP -> Optional.of(new TcpConnections(route, flows -> PARALLEL_CONNECTIONS));
      default -> Optional.empty();
    };
  }

  /** Returns a lower bound for every policy; see {@link TraceBound}. */
  public SimulationResult bound() {
    return new TraceBound(paths, gammas, setting.trace().onLinks(), setting.options(), ticker).result();
  }
}
