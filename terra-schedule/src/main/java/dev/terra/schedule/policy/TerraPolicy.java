package dev.terra.schedule.policy;

import java.util.ArrayList;
import java.util.List;

/**
 * TERRA as the dissertation has it (section 2.4, ALLOCBANDWIDTH): every link scaled by 1 - alpha; shuffles by increasing
 * Gamma, each with the rates of its own programme on what is left, all its bundles or none; then what is left and the alpha
 * share go to the shuffles that got nothing, and then to all, by max-min multi-commodity flow.
 *
 * <p>Example: alpha 0.1, two shuffles that each want all of a 10 Gbit/s link. The shorter is planned 9 Gbit/s, the longer fails and
 * gets the 1 Gbit/s that is left.
 */
final class TerraPolicy implements Policy {
  private final Programmes programmes;
  private final MaxMinFlow maxMin;
  private final Promises promises;
  private final double alpha;

  TerraPolicy(Programmes programmes, double alpha) {
    this.programmes = programmes;
    this.maxMin = new MaxMinFlow(programmes);
    this.promises = new Promises(programmes);
    this.alpha = alpha;
  }

  @Override
  public List<ShuffleState> allocate(List<ShuffleState> shuffles, double nowSeconds) {
    Network network = programmes.network();
    network.open(1 - alpha);
    List<ShuffleState> served = new ArrayList<>(promises.serve(shuffles, nowSeconds));
    List<ShuffleState> waiting = new ArrayList<>();
    for (ShuffleState shuffle : Promises.withoutPromise(shuffles, Order::shortestFirst)) {
      boolean planned = shuffle.admission() != ShuffleState.Admission.REJECTED && programmes.planInOrder(shuffle);
      (planned ? served : waiting).add(shuffle);
    }
    network.release(alpha);
    maxMin.share(waiting);
    maxMin.share(served);
    served.addAll(waiting);
    return served;
  }
}
