package dev.terra.lab.wire;

import com.google.common.collect.ImmutableMap;
import dev.terra.agent.config.Neighbour;
import dev.terra.core.wan.AgentId;
import dev.terra.core.wan.Path;
import dev.terra.core.wan.SiteId;
import java.net.InetAddress;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The place of one agent on the benchmark's path: the first site sends, the last one receives, those between relay.
 *
 * @param ports the tunnel port of each agent, in the path's order
 * @param self the index of this agent
 */
record WirePlace(List<Integer> ports, int self) {
  /** Returns the sites of a path with the given number of relays. */
  static List<SiteId> sites(int relays) {
    return IntStream.range(0, relays + 2)
        .mapToObj(number -> new SiteId(number == 0 ? "A" : number == relays + 1 ? "B" : "R" + number)).toList();
  }

  private List<SiteId> sites() {
    return sites(ports.size() - 2);
  }

  Path path() {
    return Path.of(sites());
  }

  SiteId site() {
    return sites().get(self);
  }

  AgentId agent() {
    return new AgentId(site(), site() + "-gw");
  }

  int port() {
    return ports.get(self);
  }

  /** Returns the neighbours of this agent on the path. */
  ImmutableMap<SiteId, Neighbour> neighbours() {
    InetAddress loopback = InetAddress.getLoopbackAddress();
    ImmutableMap.Builder<SiteId, Neighbour> neighbours = ImmutableMap.builder();
    for (int number : List.of(self - 1, self + 1)) {
      if (number >= 0 && number < ports.size()) {
        neighbours.put(sites().get(number), new Neighbour(loopback, loopback, ports.get(number)));
      }
    }
    return neighbours.build();
  }
}
