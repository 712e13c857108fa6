package dev.terra.agent.tunnel;

import com.google.common.collect.ImmutableSet;
import dev.terra.agent.pipe.PipeOrder;
import dev.terra.api.v1.TunnelHello;
import dev.terra.core.wan.Path;
import dev.terra.core.wan.SiteId;

/** The address or pipe by which a connection arrived. It determines which sites may open tunnels and lines on the connection. */
interface Door {
  /**
   * Returns the site that has to be at the connection's other end.
   *
   * @throws IllegalArgumentException with the reason why the connection is not admitted
   */
  SiteId admits(TunnelHello hello, Path path);

  /** The address at this site's end of links. It admits neighbours, with their line and tunnels of one hop. */
  record OfLinks(TunnelContext context) implements Door {
    @Override
    public SiteId admits(TunnelHello hello, Path path) {
      if (hello.getEndToEnd() || path.sites().size() > 2) {
        throw new IllegalArgumentException("this address is for neighbours, but tunnel " + path + " comes directly from " + path.from());
      }
      Hops.neighbour(context, path.from());
      return path.from();
    }
  }

  /** A pipe that ends here. It admits only the first site of its path, and no other site can open the tunnel on that site's behalf. */
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

  /** The address for tunnels that the network routes. It admits all sites of the topology. */
  record OfNetwork(SiteId self, ImmutableSet<SiteId> known) implements Door {
    @Override
    public SiteId admits(TunnelHello hello, Path path) {
      if (hello.getLine() || !hello.getEndToEnd()) {
        throw new IllegalArgumentException("this address is for tunnels that the network routes, but " + path + " is a neighbour's");
      }
      if (!known.containsAll(path.sites())) {
        throw new IllegalArgumentException("the topology of " + self + " does not have all sites of " + path);
      }
      return path.from();
    }
  }
}
