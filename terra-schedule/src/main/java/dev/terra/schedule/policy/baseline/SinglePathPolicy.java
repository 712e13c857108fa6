package dev.terra.schedule.policy.baseline;

import dev.terra.schedule.policy.round.ActiveShuffle;
import dev.terra.schedule.policy.round.BundlesInRound;
import dev.terra.schedule.policy.round.Policy;
import dev.terra.schedule.policy.round.ProgressiveFilling;
import dev.terra.schedule.policy.round.ResidualNetwork;
import dev.terra.schedule.policy.round.RoundResult;
import dev.terra.schedule.policy.round.ServiceOrder;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/**
 * Policies that are aware of shuffles and give each bundle one path. Shuffles are served in the order of a bottleneck time, each with rates
 * under which its bundles finish together (on one path, this needs no linear program). The remaining capacity is then shared out in the
 * same order.
 */
public final class SinglePathPolicy implements Policy {
  /** The rule by which a bundle gets one of its paths. */
  private interface PathChoice {
    int path(BundlesInRound bundles, int bundle);
  }

  private final ResidualNetwork network;
  private final ProgressiveFilling filling;
  private final RouteLoad load;
  private final ToDoubleFunction<ActiveShuffle> bottleneckSeconds;
  private final PathChoice choice;

  private SinglePathPolicy(
      ResidualNetwork network, RouteLoad load, ToDoubleFunction<ActiveShuffle> bottleneckSeconds, PathChoice choice) {
    this.network = network;
    this.filling = new ProgressiveFilling(network);
    this.load = load;
    this.bottleneckSeconds = bottleneckSeconds;
    this.choice = choice;
  }

  /**
   * Returns Varys (Chowdhury et al., SIGCOMM 2014): the bottleneck time is that of the sites' ports, as if the WAN between them were one
   * switch; bundles take the plain route.
   */
  public static SinglePathPolicy varys(ResidualNetwork network) {
    RouteLoad load = new RouteLoad(network);
    return new SinglePathPolicy(network, load, new SitePorts(network)::seconds, load::route);
  }

  /** Returns a policy with Terra's order and rates on one path: the bottleneck time is that of the links on the plain route. */
  public static SinglePathPolicy schedulingOnly(ResidualNetwork network) {
    RouteLoad load = new RouteLoad(network);
    return new SinglePathPolicy(network, load, shuffle -> load.secondsOnRoutes(shuffle.bundles()), load::route);
  }

  /**
   * Returns Siphon (Liu et al., ATC 2017): shuffles are ordered like those of {@link #schedulingOnly}, but each bundle takes the path,
   * through other sites if need be, on which it finishes first after what is already allocated.
   */
  public static SinglePathPolicy siphon(ResidualNetwork network) {
    RouteLoad load = new RouteLoad(network);
    return new SinglePathPolicy(network, load, shuffle -> load.secondsOnRoutes(shuffle.bundles()), load::leastLoaded);
  }

  @Override
  public RoundResult allocate(List<ActiveShuffle> shuffles, double nowSeconds) {
    network.open(1);
    Map<ActiveShuffle, Double> key = new HashMap<>();
    shuffles.forEach(shuffle -> key.put(shuffle, bottleneckSeconds.applyAsDouble(shuffle)));
    List<ActiveShuffle> order = new ArrayList<>(shuffles);
    order.sort(ServiceOrder.finish(Comparator.comparingDouble(key::get)));
    List<int[]> paths = new ArrayList<>();
    order.forEach(shuffle -> paths.add(plan(shuffle.bundles())));
    for (int i = 0; i < order.size(); i++) {
      fill(order.get(i).bundles(), paths.get(i));
    }
    return RoundResult.of(order);
  }

  /**
   * Gives a shuffle the rates under which all its bundles finish together, or no rates if a bundle's path has nothing left. Returns the
   * chosen paths.
   */
  private int[] plan(BundlesInRound bundles) {
    int[] chosen = new int[bundles.size()];
    load.reset();
    for (int bundle = 0; bundle < chosen.length; bundle++) {
      chosen[bundle] = choice.path(bundles, bundle);
      load.add(bundles, bundle, chosen[bundle]);
    }
    double progress = load.commonProgress();
    if (progress > 0) {
      for (int bundle = 0; bundle < chosen.length; bundle++) {
        bundles.rates().addPlanned(bundle, chosen[bundle], progress * bundles.remaining(bundle));
      }
      load.take(progress);
    }
    return chosen;
  }

  private void fill(BundlesInRound bundles, int[] chosen) {
    filling.reset();
    for (int bundle = 0; bundle < chosen.length; bundle++) {
      filling.addFixed(bundles, bundle, chosen[bundle], bundles.remaining(bundle));
    }
    filling.run();
  }
}
