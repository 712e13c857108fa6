package dev.terra.schedule.policy.baseline;

import dev.terra.schedule.policy.round.ActiveShuffle;
import dev.terra.schedule.policy.round.LinearPrograms;
import dev.terra.schedule.policy.round.MaxMinFlow;
import dev.terra.schedule.policy.round.Policy;
import dev.terra.schedule.policy.round.ResidualNetwork;
import dev.terra.schedule.policy.round.RoundResult;
import java.util.List;

/** Traffic engineering that is not aware of shuffles: max-min multi-commodity flow over all paths, in which all bundles are equal. */
public final class MultipathOnly implements Policy {
  private final ResidualNetwork network;
  private final MaxMinFlow maxMin;

  /** Makes the policy for a network. */
  public MultipathOnly(ResidualNetwork network, LinearPrograms programs) {
    this.network = network;
    this.maxMin = new MaxMinFlow(network, programs);
  }

  @Override
  public RoundResult allocate(List<ActiveShuffle> shuffles, double nowSeconds) {
    network.open(1);
    maxMin.share(shuffles);
    return RoundResult.of(shuffles);
  }
}
