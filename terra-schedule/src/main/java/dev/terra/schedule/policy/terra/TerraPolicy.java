package dev.terra.schedule.policy.terra;

import com.google.common.collect.ImmutableList;
import dev.terra.schedule.policy.round.ActiveShuffle;
import dev.terra.schedule.policy.round.LinearPrograms;
import dev.terra.schedule.policy.round.MaxMinFlow;
import dev.terra.schedule.policy.round.Policy;
import dev.terra.schedule.policy.round.ResidualNetwork;
import dev.terra.schedule.policy.round.RoundResult;
import dev.terra.schedule.policy.round.ServiceOrder;
import java.util.ArrayList;
import java.util.List;

/**
 * The policy TERRA of the dissertation (section 2.4, ALLOCBANDWIDTH). Every link is scaled by 1 - alpha. Shuffles are served by increasing
 * Gamma, each with the rates of its own program on what is left, all its bundles or none. The rest, with the alpha share, then goes by
 * max-min multi-commodity flow first to the shuffles that got nothing, and then to the others.
 *
 * <p>Example: alpha 0.1, two shuffles that each want all of a 10 Gbit/s link. The shorter one is planned at 9 Gbit/s; the longer one gets
 * no plan, and then the 1 Gbit/s that is left.
 */
public final class TerraPolicy implements Policy {
  private final ResidualNetwork network;
  private final OrderedPlans plans;
  private final MaxMinFlow maxMin;
  private final AdmissionControl admission;
  private final double alpha;

  /** Makes the policy for a network; plans leave the share {@code alpha} of every link free. */
  public TerraPolicy(ResidualNetwork network, LinearPrograms programs, double alpha, boolean caching) {
    Planner planner = new Planner(network, programs, RatePlan::of);
    this.network = network;
    this.plans = new OrderedPlans(planner, caching);
    this.maxMin = new MaxMinFlow(network, programs);
    this.admission = new AdmissionControl(planner, plans);
    this.alpha = alpha;
  }

  @Override
  public RoundResult allocate(List<ActiveShuffle> shuffles, double nowSeconds) {
    plans.begin(shuffles);
    admission.begin(shuffles);
    network.open(1 - alpha);
    List<ActiveShuffle> served = new ArrayList<>(admission.serve(shuffles, nowSeconds));
    List<ActiveShuffle> waiting = new ArrayList<>();
    for (ActiveShuffle shuffle : admission.withoutPromise(shuffles, ServiceOrder::shortestFirst)) {
      boolean planned = !admission.isRejected(shuffle) && plans.serve(shuffle);
      (planned ? served : waiting).add(shuffle);
    }
    network.release(alpha);
    maxMin.share(waiting);
    maxMin.share(served);
    served.addAll(waiting);
    return new RoundResult(ImmutableList.copyOf(served), admission.rejections());
  }
}
