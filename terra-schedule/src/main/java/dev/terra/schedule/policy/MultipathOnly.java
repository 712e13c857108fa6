package dev.terra.schedule.policy;

import java.util.List;

/** Traffic engineering without knowledge of shuffles: max-min multi-commodity flow over all paths, every bundle alike. */
final class MultipathOnly implements Policy {
  private final Programmes programmes;
  private final MaxMinFlow maxMin;

  MultipathOnly(Programmes programmes) {
    this.programmes = programmes;
    this.maxMin = new MaxMinFlow(programmes);
  }

  @Override
  public List<ShuffleState> allocate(List<ShuffleState> shuffles, double nowSeconds) {
    programmes.network().open(1);
    maxMin.share(shuffles);
    return shuffles;
  }
}
