package dev.terra.schedule.policy.baseline;

import dev.terra.core.wan.LinkId;
import dev.terra.core.wan.SiteCap;
import dev.terra.core.wan.Wan;
import dev.terra.schedule.BundleDemand;
import dev.terra.schedule.policy.round.ActiveShuffle;
import dev.terra.schedule.policy.round.ResidualNetwork;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The ports of the sites, as if the WAN between them were one switch. A port has the sum of the capacities of its site's links, or the
 * site's cap if that is less.
 */
final class SitePorts {
  private final ResidualNetwork network;
  private final Wan wan;
  private final double[] out;
  private final double[] in;
  private @Nullable Long version;

  SitePorts(ResidualNetwork network) {
    this.network = network;
    this.wan = network.paths().wan();
    this.out = new double[wan.sites().size()];
    this.in = new double[out.length];
  }

  /** Returns how long a shuffle's busiest port needs for it, seconds. */
  double seconds(ActiveShuffle shuffle) {
    update();
    double[] sent = new double[out.length];
    double[] received = new double[in.length];
    double seconds = 0;
    for (int bundle = 0; bundle < shuffle.bundles().size(); bundle++) {
      BundleDemand demand = shuffle.demand(bundle);
      int from = wan.indexOf(demand.from());
      int to = wan.indexOf(demand.to());
      sent[from] += shuffle.bundles().remaining(bundle);
      received[to] += shuffle.bundles().remaining(bundle);
      seconds = Math.max(seconds, Math.max(sent[from] / out[from], received[to] / in[to]));
    }
    return seconds;
  }

  private void update() {
    if (version != null && version == network.version()) {
      return;
    }
    Arrays.fill(out, 0);
    Arrays.fill(in, 0);
    for (int link = 0; link < wan.links().size(); link++) {
      LinkId id = wan.links().get(link).id();
      out[wan.indexOf(id.from())] += network.capacity()[link];
      in[wan.indexOf(id.to())] += network.capacity()[link];
    }
    for (SiteCap cap : wan.caps()) {
      double[] ports = cap.direction() == SiteCap.Direction.EGRESS ? out : in;
      int site = wan.indexOf(cap.site());
      ports[site] = Math.min(ports[site], network.capacity()[wan.indexOf(cap)]);
    }
    version = network.version();
  }
}
