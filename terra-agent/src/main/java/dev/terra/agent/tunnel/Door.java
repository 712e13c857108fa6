package dev.terra.agent.tunnel;

import com.google.common.collect.ImmutableSet;
import dev.terra.agent.pipe.PipeOrder;
import dev.terra.api.v1.TunnelHello;
import dev.terra.core.wan.Path;
import dev.terra.core.wan.SiteId;

/** By which way a connection has come, and who may say hello on it, and for what. */
interface Door {
  /**
   * The site that has to be at the connection's other end.
   *
   * @throws IllegalArgumentException with the reason why it may not come in
   */
  SiteId admits(TunnelHello hello, Path path);

  /** At our end of links: for neighbours, who say hello for their line and for tunnels of one hop. */
  record OfLinks(TunnelContext context) implements Door {
    @Override
    public SiteId admits(TunnelHello hello, Path path) {
      if (hello.getEndToEnd() || path.sites().size() > 2) {
        throw new IllegalArgumentException("this address is for neighbours, " + path + " came straight from " + path.from());
      }
      Hops.neighbour(context, path.from());
      return path.from();
    }
  }

  /** A pipe that ends here: for the first site of its path, which no other one can speak for. */
  record OfPipe(PipeOrder order) implements Door {
    @Override
    public SiteId admits(TunnelHello hello, Path path) {
      if (hello.getLine() || !hello.getEndToEnd() || !path.equals(order.path())) {
        throw new IllegalArgumentException("this is a pipe for a tunnel " + order.path() + ", not for "
            + (hello.getLine() ? "a line" : "one along " + path));
      }
      return path.from();
    }
  }

  /** At the address for tunnels that the network routes: for all sites of the topology. */
  record OfNetwork(SiteId self, ImmutableSet<SiteId> known) implements Door {
    @Override
    public SiteId admits(TunnelHello hello, Path path) {
      if (hello.getLine() || !hello.getEndToEnd()) {
        throw new IllegalArgumentException("this address is for tunnels that the network routes, " + path + " is a neighbour's");
      }
      if (!known.containsAll(path.sites())) {
        throw new IllegalArgumentException("the topology of " + self + " does not have all sites of " + path);
      }
      return path.from();
    }
  }
}
