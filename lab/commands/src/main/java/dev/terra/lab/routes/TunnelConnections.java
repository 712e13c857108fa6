package dev.terra.lab.routes;

import dev.terra.core.wan.LinkId;
import dev.terra.lab.routes.NetworkView.TunnelView;
import dev.terra.testbed.plan.AddressPlan;
import dev.terra.testbed.plan.SiteNet;
import java.util.Optional;
import java.util.Set;

/**
 * The assignment of connections between two agents to tunnels: the addresses of a connection name the sites, the low
 * bits of its ports the tunnel.
 */
final class TunnelConnections {
  private static final int LABELS = 64;

  private final AddressPlan addresses;
  private final NetworkView view;

  TunnelConnections(AddressPlan addresses, NetworkView view) {
    this.addresses = addresses;
    this.view = view;
  }

  /** Returns whether a connection, {@code ADDRESS:PORT ADDRESS:PORT}, crosses a link or belongs to no known tunnel. */
  boolean crosses(String connection, LinkId link) {
    String[] ends = connection.split("[ :]");
    int label = Integer.parseInt(ends[1]) % LABELS;
    return tunnel(Set.of(site(ends[0]), site(ends[2])), label)
        .map(tunnel -> tunnel.crosses(link.from().name(), link.to().name())).orElse(true);
  }

  private Optional<TunnelView> tunnel(Set<String> sites, int label) {
    return view.tunnels().stream().filter(tunnel -> tunnel.byRules() && tunnel.label() == label
        && Set.of(tunnel.path().get(0), tunnel.path().get(tunnel.path().size() - 1)).equals(sites)).findFirst();
  }

  private String site(String address) {
    return addresses.sites().stream().filter(site -> site.tunnelAddress().equals(address)).map(SiteNet::site)
        .findFirst().map(site -> site.name()).orElse(address);
  }
}
