package dev.terra.schedule.policy;

import com.google.common.collect.ImmutableList;
import dev.terra.core.shuffle.ShuffleId;
import dev.terra.core.wan.Wan;
import dev.terra.schedule.Allocation;
import dev.terra.schedule.Scheduler;
import dev.terra.schedule.SchedulerConfig;
import dev.terra.schedule.ShuffleDemand;
import dev.terra.schedule.SolverName;
import dev.terra.schedule.lp.CertifiedSolver;
import dev.terra.schedule.lp.LpSolver;
import dev.terra.schedule.lp.PathSimplex;
import dev.terra.schedule.ortools.GlopSolver;
import dev.terra.schedule.path.PathSets;
import dev.terra.schedule.policy.baseline.FlowSharing;
import dev.terra.schedule.policy.baseline.MultipathOnly;
import dev.terra.schedule.policy.baseline.SinglePathPolicy;
import dev.terra.schedule.policy.round.ActiveShuffle;
import dev.terra.schedule.policy.round.GammaSolver;
import dev.terra.schedule.policy.round.LinearPrograms;
import dev.terra.schedule.policy.round.Policy;
import dev.terra.schedule.policy.round.ResidualNetwork;
import dev.terra.schedule.policy.round.RoundResult;
import dev.terra.schedule.policy.terra.TerraPlusPolicy;
import dev.terra.schedule.policy.terra.TerraPolicy;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A scheduler that keeps the state of active shuffles between rounds and runs a policy over it. */
public final class PolicyScheduler implements Scheduler {
  private final SchedulerConfig config;
  private final ResidualNetwork network;
  private final LinearPrograms programs;
  private final GammaSolver gammas;
  private final Policy policy;
  private final boolean tellsGammas;
  private Map<ShuffleId, ActiveShuffle> known = new HashMap<>();

  /** Makes a scheduler without active shuffles. */
  public PolicyScheduler(SchedulerConfig config, PathSets paths) {
    this(config, paths, solver(config.solver()));
  }

  /**
   * Makes a scheduler for callers that need rates alone: it computes Gammas only where the policy orders shuffles by them; otherwise Gammas
   * are NaN.
   */
  public static PolicyScheduler ofRates(SchedulerConfig config, PathSets paths) {
    return new PolicyScheduler(config, paths, solver(config.solver()), config.policy().goesByGamma());
  }

  /** Makes a scheduler with another solver than the one that the configuration names. */
  public PolicyScheduler(SchedulerConfig config, PathSets paths, LpSolver solver) {
    this(config, paths, solver, true);
  }

  private PolicyScheduler(SchedulerConfig config, PathSets paths, LpSolver solver, boolean tellsGammas) {
    this.config = config;
    this.tellsGammas = tellsGammas;
    this.network = new ResidualNetwork(paths);
    this.programs = new LinearPrograms(paths, solver, config.steadyPaths());
    boolean caching = config.caching() && !programs.generatesPaths();
    this.gammas = new GammaSolver(network, programs, caching);
    this.policy = policy(caching);
  }

  private Policy policy(boolean caching) {
    return switch (config.policy()) {
      case TERRA -> new TerraPolicy(network, programs, config.alpha(), caching);
      case TERRA_PLUS -> new TerraPlusPolicy(network, programs, config.alpha(), config.leastSeconds(), caching);
      case DEFAULT -> FlowSharing.tcp(network);
      case PARALLEL_TCP -> FlowSharing.parallelTcp(network);
      case MPTCP -> FlowSharing.mptcp(network);
      case VARYS -> SinglePathPolicy.varys(network);
      case SIPHON -> SinglePathPolicy.siphon(network);
      case SCHEDULING_ONLY -> SinglePathPolicy.schedulingOnly(network);
      case MULTIPATH_ONLY -> new MultipathOnly(network, programs);
    };
  }

  /** Returns a new solver of this name. */
  public static LpSolver solver(SolverName name) {
    return name == SolverName.ORTOOLS ? new GlopSolver() : new CertifiedSolver(new PathSimplex(), GlopSolver::new);
  }

  @Override
  public Allocation schedule(Wan wan, List<ShuffleDemand> shuffles, double nowSeconds) {
    network.update(wan);
    List<ActiveShuffle> active = takeOver(shuffles);
    for (ActiveShuffle shuffle : active) {
      shuffle.bundles().rates().clear();
      if (tellsGammas) {
        gammas.compute(shuffle);
      }
    }
    RoundResult result = policy.allocate(active, nowSeconds);
    return new Allocation(config.policy().toString(), result.order().stream()
        .map(shuffle -> shuffle.toAllocation(result.rejections().get(shuffle)))
        .collect(ImmutableList.toImmutableList()));
  }

  /** Returns how many linear programs were solved so far. */
  public long programsSolved() {
    return programs.solved();
  }

  private List<ActiveShuffle> takeOver(List<ShuffleDemand> shuffles) {
    Map<ShuffleId, ActiveShuffle> next = new HashMap<>();
    List<ActiveShuffle> active = new ArrayList<>();
    for (ShuffleDemand demand : shuffles) {
      ActiveShuffle shuffle = known.containsKey(demand.id()) ? known.get(demand.id()) : new ActiveShuffle(demand);
      if (next.put(demand.id(), shuffle) != null) {
        throw new IllegalArgumentException("shuffle " + demand.id() + " is given twice; expected each id once");
      }
      shuffle.update(demand, network);
      active.add(shuffle);
    }
    known = next;
    return active;
  }
}
