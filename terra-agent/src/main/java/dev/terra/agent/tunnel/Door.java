package dev.terra.agent.tunnel;

import com.google.common.collect.ImmutableSet;
import dev.terra.api.v1.TunnelHello;
import dev.terra.core.wan.Path;
import dev.terra.core.wan.SiteId;
import java.util.Optional;

/**
 * Who may come in at an address, and as whom. A door of links is for neighbours, who say hello for the hop over their link. A door for
 * tunnels that the network routes is for all sites of the topology, who say hello for a whole path that ends here.
 */
final class Door {
  private final TunnelContext context;
  private final Optional<ImmutableSet<SiteId>> sites;

  private Door(TunnelContext context, Optional<ImmutableSet<SiteId>> sites) {
    this.context = context;
    this.sites = sites;
  }

  /** At our end of links. */
  static Door ofLinks(TunnelContext context) {
    return new Door(context, Optional.empty());
  }

  /** At the address for tunnels that the network routes. */
  static Door endToEnd(TunnelContext context, ImmutableSet<SiteId> sites) {
    return new Door(context, Optional.of(sites));
  }

  /**
   * The site that has to be at the connection's other end.
   *
   * @throws IllegalArgumentException with the reason why it may not come in
   */
  SiteId admits(TunnelHello hello, Path path) {
    if (hello.getEndToEnd() != sites.isPresent()) {
      throw new IllegalArgumentException(hello.getEndToEnd() ? "this address is for tunnels that sites pass on, " + path
          + " came straight from " + path.from() : "this address is for tunnels that the network routes, " + path + " is passed on");
    }
    return sites.isPresent() ? source(hello, path, sites.get()) : neighbour(hello, path);
  }

  private SiteId neighbour(TunnelHello hello, Path path) {
    SiteId previous = path.sites().get(hello.getHop() - 1);
    Hops.neighbour(context, previous);
    return previous;
  }

  private SiteId source(TunnelHello hello, Path path, ImmutableSet<SiteId> known) {
    if (hello.getHop() != path.sites().size() - 1) {
      throw new IllegalArgumentException("a tunnel that the network routes ends where it arrives, " + path + " says hop " + hello.getHop());
    }
    if (!known.containsAll(path.sites())) {
      throw new IllegalArgumentException("the topology of " + context.site() + " does not have all sites of " + path);
    }
    return path.from();
  }
}
