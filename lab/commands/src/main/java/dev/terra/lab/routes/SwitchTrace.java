package dev.terra.lab.routes;

import dev.terra.core.wan.SiteId;
import dev.terra.lab.routes.NetworkView.TunnelView;
import dev.terra.testbed.control.SwitchControl;
import dev.terra.testbed.plan.AddressPlan;
import dev.terra.testbed.plan.SwitchedFabric;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.OptionalInt;

/** The ways that tunnels' packets take according to the switches. Each switch in turn is queried for the next hop. */
final class SwitchTrace {
  /** The first port, as agents choose it: docs/internals/networks.md. */
  private static final int FIRST_SOURCE_PORT = 20_480;
  private static final int FIRST_PORT = 7_296;

  private final SwitchControl switches;
  private final AddressPlan addresses;

  SwitchTrace(SwitchControl switches, AddressPlan addresses) {
    this.switches = switches;
    this.addresses = addresses;
  }

  /** Returns whether the packets of a tunnel's opener, and those of the other end, take the tunnel's path. */
  boolean follows(TunnelView tunnel) {
    List<String> path = tunnel.path();
    List<String> back = new ArrayList<>(path);
    Collections.reverse(back);
    return follows(path, packet(path, FIRST_SOURCE_PORT + tunnel.label(), FIRST_PORT + tunnel.label()))
        && follows(back, packet(back, FIRST_PORT + tunnel.label(), FIRST_SOURCE_PORT + tunnel.label()));
  }

  private String packet(List<String> path, int sourcePort, int port) {
    return ",tcp,nw_src=" + address(path.get(0)) + ",nw_dst=" + address(path.get(path.size() - 1)) + ",tp_src=" + sourcePort
        + ",tp_dst=" + port;
  }

  private String address(String site) {
    return addresses.site(new SiteId(site)).tunnelAddress();
  }

  private boolean follows(List<String> path, String packet) {
    int ingress = SwitchedFabric.ROUTER_PORT;
    for (int i = 0; i < path.size(); i++) {
      int expected = i + 1 < path.size() ? port(path.get(i), path.get(i + 1)) : SwitchedFabric.ROUTER_PORT;
      OptionalInt egress = switches.egress(new SiteId(path.get(i)), "in_port=" + ingress + packet);
      if (!egress.equals(OptionalInt.of(expected))) {
        return false;
      }
      ingress = expected;
    }
    return true;
  }

  private int port(String from, String to) {
    return SwitchedFabric.linkPort(addresses.link(new SiteId(from), new SiteId(to)));
  }
}
