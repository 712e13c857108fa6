package dev.terra.reproduce.malcolm;

import com.google.common.primitives.ImmutableDoubleArray;
import dev.terra.core.balance.BalancePolicy;
import dev.terra.core.balance.GroupLoads;
import dev.terra.core.balance.MalcolmPolicy;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;

/** Servers that decide by a policy of terra-core, each with a state of its own. */
final class PolicyBalancer implements Balancer {
  /** The beats from one consensus to the next. */
  private static final int CONSENSUS = 16;

  private final RackRun run;
  private final List<BalancePolicy> policies;
  private final double[][] given;
  private final double[][] taken;
  private GroupLoads loads;
  private int beats;

  PolicyBalancer(RackRun run, BalancePolicy first) {
    this.run = run;
    int servers = run.rack().servers();
    this.policies = new ArrayList<>(Collections.nCopies(servers, first));
    this.given = new double[servers][servers];
    this.taken = new double[servers][servers];
    this.loads = seen();
  }

  private GroupLoads seen() {
    return new GroupLoads(0, run.queues(), run.rates(), run.beatSeconds());
  }

  private static GroupLoads by(GroupLoads loads, int server) {
    return new GroupLoads(server, loads.queues(), loads.rates(), loads.beatSeconds());
  }

  @Override
  public int fromClient(int client) {
    return run.anyServer();
  }

  @Override
  public int fromServer(int server) {
    int target = policies.get(server).target(by(loads, server), run.random().nextLong());
    given[server][target]++;
    return target;
  }

  @Override
  public int source(int server) {
    int source = policies.get(server).source(by(loads, server), run.random().nextLong());
    taken[server][source]++;
    return source;
  }

  @Override
  public void beat() {
    GroupLoads now = seen();
    double moved = moved();
    for (int i = 0; i < policies.size(); i++) {
      policies.set(i, policies.get(i).after(new BalancePolicy.Beat(by(loads, i), by(now, i), ImmutableDoubleArray.copyOf(given[i]),
          ImmutableDoubleArray.copyOf(taken[i]), moved)));
      Arrays.fill(given[i], 0);
      Arrays.fill(taken[i], 0);
    }
    loads = now;
    if (++beats % CONSENSUS == 0) {
      agree();
    }
  }

  private double moved() {
    double moved = 0;
    for (int i = 0; i < given.length; i++) {
      for (int j = 0; j < given.length; j++) {
        moved += i == j ? 0 : given[i][j] + taken[i][j];
      }
    }
    return moved;
  }

  private void agree() {
    List<MalcolmPolicy> all = policies.stream().filter(MalcolmPolicy.class::isInstance).map(MalcolmPolicy.class::cast).toList();
    if (!all.isEmpty()) {
      Collections.fill(policies, MalcolmPolicy.consensus(all));
    }
  }

  /** Returns the first server's policy. */
  BalancePolicy policy() {
    return policies.get(0);
  }
}
