package dev.terra.schedule.policy;

import dev.terra.schedule.path.PathSet;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Shuffle-aware schedules in which a bundle takes one path: shuffles in order of a bottleneck time, each with rates under which its
 * bundles finish together (no programme is needed on one path), then what is left in the same order.
 *
 * <ul>
 *   <li>{@code VARYS} (Chowdhury et al., SIGCOMM 2014): the bottleneck is that of the sites' ports, as if the WAN between them were
 *       one switch; plain route.
 *   <li>{@code SCHEDULING_ONLY}: the bottleneck is that of the links on the plain route: Terra's order and rates with one path.
 *   <li>{@code SIPHON} (Liu et al., ATC 2017): as before, but each bundle takes the path, through other sites if need be, on which
 *       what is already allocated lets it finish first.
 * </ul>
 */
final class SinglePathPolicy implements Policy {
  /** The three ways. */
  enum Kind { VARYS, SIPHON, SCHEDULING_ONLY }

  private final Network network;
  private final Filling filling;
  private final Kind kind;
  private final double[] demandOnLink;
  private final double[] portOut;
  private final double[] portIn;
  private long portVersion = -1;

  SinglePathPolicy(Network network, Kind kind) {
    this.network = network;
    this.filling = new Filling(network);
    this.kind = kind;
    this.demandOnLink = new double[network.capacity().length];
    this.portOut = new double[network.paths().wan().sites().size()];
    this.portIn = new double[portOut.length];
  }

  @Override
  public List<ShuffleState> allocate(List<ShuffleState> shuffles, double nowSeconds) {
    network.open(1);
    Map<ShuffleState, Double> key = new HashMap<>();
    shuffles.forEach(shuffle -> key.put(shuffle, kind == Kind.VARYS ? portSeconds(shuffle) : routeSeconds(shuffle)));
    List<ShuffleState> order = new ArrayList<>(shuffles);
    order.sort(Order.finish(Comparator.comparingDouble(key::get)));
    List<int[]> paths = new ArrayList<>();
    order.forEach(shuffle -> paths.add(plan(shuffle)));
    for (int i = 0; i < order.size(); i++) {
      fill(order.get(i), paths.get(i));
    }
    return order;
  }

  private int route(ShuffleState shuffle, int bundle) {
    return shuffle.paths(bundle).firstOpenPath(network.capacity(), 0);
  }

  private double routeSeconds(ShuffleState shuffle) {
    Arrays.fill(demandOnLink, 0);
    double seconds = 0;
    for (int bundle = 0; bundle < shuffle.size(); bundle++) {
      for (int link : shuffle.paths(bundle).links(route(shuffle, bundle))) {
        demandOnLink[link] += shuffle.remaining(bundle);
        seconds = Math.max(seconds, demandOnLink[link] / network.capacity()[link]);
      }
    }
    return seconds;
  }

  private double portSeconds(ShuffleState shuffle) {
    sumPorts();
    double[] out = new double[portOut.length];
    double[] in = new double[portIn.length];
    double seconds = 0;
    for (int bundle = 0; bundle < shuffle.size(); bundle++) {
      var demand = shuffle.demand().bundles().get(shuffle.place(bundle));
      int from = network.paths().wan().indexOf(demand.from());
      int to = network.paths().wan().indexOf(demand.to());
      out[from] += shuffle.remaining(bundle);
      in[to] += shuffle.remaining(bundle);
      seconds = Math.max(seconds, Math.max(out[from] / portOut[from], in[to] / portIn[to]));
    }
    return seconds;
  }

  private void sumPorts() {
    if (portVersion == network.version()) {
      return;
    }
    Arrays.fill(portOut, 0);
    Arrays.fill(portIn, 0);
    var wan = network.paths().wan();
    for (int link = 0; link < network.capacity().length; link++) {
      portOut[wan.indexOf(wan.links().get(link).id().from())] += network.capacity()[link];
      portIn[wan.indexOf(wan.links().get(link).id().to())] += network.capacity()[link];
    }
    portVersion = network.version();
  }

  /** Rates under which all bundles finish together; none if a bundle's path has nothing left. Returns the chosen paths. */
  private int[] plan(ShuffleState shuffle) {
    int[] chosen = new int[shuffle.size()];
    Arrays.fill(demandOnLink, 0);
    for (int bundle = 0; bundle < chosen.length; bundle++) {
      chosen[bundle] = kind == Kind.SIPHON ? leastLoaded(shuffle, bundle) : route(shuffle, bundle);
      for (int link : shuffle.paths(bundle).links(chosen[bundle])) {
        demandOnLink[link] += shuffle.remaining(bundle);
      }
    }
    double lambda = Double.POSITIVE_INFINITY;
    for (int link = 0; link < demandOnLink.length; link++) {
      if (demandOnLink[link] > 0) {
        lambda = Math.min(lambda, network.residual()[link] / demandOnLink[link]);
      }
    }
    if (lambda > 0 && Double.isFinite(lambda)) {
      for (int bundle = 0; bundle < chosen.length; bundle++) {
        shuffle.rates.addPlanned(bundle, chosen[bundle], lambda * shuffle.remaining(bundle));
      }
      for (int link = 0; link < demandOnLink.length; link++) {
        network.take(link, lambda * demandOnLink[link]);
      }
    }
    return chosen;
  }

  private int leastLoaded(ShuffleState shuffle, int bundle) {
    PathSet paths = shuffle.paths(bundle);
    int best = route(shuffle, bundle);
    double least = Double.POSITIVE_INFINITY;
    for (int path = paths.firstOpenPath(network.residual(), 0); path >= 0;
        path = paths.firstOpenPath(network.residual(), path + 1)) {
      double seconds = 0;
      for (int link : paths.links(path)) {
        seconds = Math.max(seconds, (demandOnLink[link] + shuffle.remaining(bundle)) / network.residual()[link]);
      }
      if (seconds < least) {
        least = seconds;
        best = path;
      }
    }
    return best;
  }

  private void fill(ShuffleState shuffle, int[] chosen) {
    filling.reset();
    for (int bundle = 0; bundle < chosen.length; bundle++) {
      filling.addFixed(shuffle, bundle, chosen[bundle], shuffle.remaining(bundle));
    }
    filling.run();
  }
}
