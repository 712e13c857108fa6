package dev.terra.schedule.policy;

import com.google.common.collect.ImmutableList;
import dev.terra.core.shuffle.ShuffleId;
import dev.terra.core.wan.Wan;
import dev.terra.schedule.Allocation;
import dev.terra.schedule.Scheduler;
import dev.terra.schedule.SchedulerConfig;
import dev.terra.schedule.ShuffleAllocation;
import dev.terra.schedule.ShuffleDemand;
import dev.terra.schedule.SolverName;
import dev.terra.schedule.lp.CertifiedSolver;
import dev.terra.schedule.lp.LpSolver;
import dev.terra.schedule.lp.PathSimplex;
import dev.terra.schedule.ortools.GlopSolver;
import dev.terra.schedule.path.PathSets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Keeps the state of active shuffles between rounds and runs a policy over it. */
public final class PolicyScheduler implements Scheduler {
  private final SchedulerConfig config;
  private final Network network;
  private final Programmes programmes;
  private final Policy policy;
  private Map<ShuffleId, ShuffleState> states = new HashMap<>();

  /** A scheduler without active shuffles. */
  public PolicyScheduler(SchedulerConfig config, PathSets paths) {
    this(config, paths, solver(config.solver()));
  }

  /** The same with another solver than the one that the configuration names. */
  public PolicyScheduler(SchedulerConfig config, PathSets paths, LpSolver solver) {
    this.config = config;
    this.network = new Network(paths);
    this.programmes = new Programmes(network, solver, config.caching());
    this.policy = policy();
  }

  private Policy policy() {
    return switch (config.policy()) {
      case TERRA -> new TerraPolicy(programmes, config.alpha());
      case TERRA_PLUS -> new TerraPlusPolicy(programmes, config.alpha());
      case DEFAULT -> new FlowSharing(network, FlowSharing.Kind.DEFAULT);
      case PARALLEL_TCP -> new FlowSharing(network, FlowSharing.Kind.PARALLEL_TCP);
      case MPTCP -> new FlowSharing(network, FlowSharing.Kind.MPTCP);
      case VARYS -> new SinglePathPolicy(network, SinglePathPolicy.Kind.VARYS);
      case SIPHON -> new SinglePathPolicy(network, SinglePathPolicy.Kind.SIPHON);
      case SCHEDULING_ONLY -> new SinglePathPolicy(network, SinglePathPolicy.Kind.SCHEDULING_ONLY);
      case MULTIPATH_ONLY -> new MultipathOnly(programmes);
    };
  }

  private static LpSolver solver(SolverName name) {
    return name == SolverName.ORTOOLS ? new GlopSolver() : new CertifiedSolver(new PathSimplex(), GlopSolver::new);
  }

  @Override
  public Allocation schedule(Wan wan, List<ShuffleDemand> shuffles, double nowSeconds) {
    network.update(wan);
    List<ShuffleState> active = takeOver(shuffles);
    for (ShuffleState shuffle : active) {
      shuffle.rates.clear(shuffle);
      programmes.computeGamma(shuffle);
      shuffle.noteGamma();
    }
    ImmutableList.Builder<ShuffleAllocation> result = ImmutableList.builderWithExpectedSize(active.size());
    for (ShuffleState shuffle : policy.allocate(active, nowSeconds)) {
      result.add(shuffle.rates.toAllocation(shuffle));
    }
    return new Allocation(config.policy().toString(), result.build());
  }

  /** How many linear programmes were solved so far. */
  public long programmesSolved() {
    return programmes.solved();
  }

  private List<ShuffleState> takeOver(List<ShuffleDemand> shuffles) {
    Map<ShuffleId, ShuffleState> next = new HashMap<>();
    List<ShuffleState> active = new ArrayList<>();
    for (ShuffleDemand demand : shuffles) {
      ShuffleState known = states.get(demand.id());
      ShuffleState state = known == null ? new ShuffleState(demand) : known;
      if (next.put(demand.id(), state) != null) {
        throw new IllegalArgumentException("shuffle " + demand.id() + " is given twice; expected each id once");
      }
      state.update(demand, network);
      active.add(state);
    }
    states = next;
    return active;
  }
}
