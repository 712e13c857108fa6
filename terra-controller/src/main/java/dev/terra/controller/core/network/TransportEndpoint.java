package dev.terra.controller.core.network;

import java.util.Optional;

/**
 * What a tunnel's connections connect to.
 *
 * @param ip an IP literal
 * @param port 1 to 65535
 * @param from the addresses that the connections bind, if this is an address of the path's last site; empty if it is an address of its next
 *     site, and the agent chooses what to bind
 */
public record TransportEndpoint(String ip, int port, Optional<Sources> from) {
  private static final int MAX_PORT = 65_535;

  /**
   * The addresses that the connections of one tunnel bind, one each.
   *
   * @param ip the opener's address, an IP literal
   * @param first the lowest port
   * @param step the distance between ports
   * @param count the number of ports
   */
  public record Sources(String ip, int first, int step, int count) {
    /** Checks the ports. */
    public Sources {
      if (first < 1 || step < 1 || count < 1 || first + (long) step * (count - 1) > MAX_PORT) {
        throw new IllegalArgumentException(
            "expected ports from 1 to " + MAX_PORT + ", got " + count + " from " + first + " by steps of " + step);
      }
    }
  }

  /**
   * Returns what a slice's connections connect to. Each slice connects to a port of its own, which lies above that of the previous slice by
   * the distance between two ports of one tunnel. It binds its part of the ports from which a tunnel may be opened.
   *
   * @param slices how many slices there are
   */
  public TransportEndpoint ofSlice(int slice, int slices) {
    return from.map(all -> new TransportEndpoint(ip, port + slice * all.step, Optional.of(
        new Sources(all.ip, all.first + slice * all.step, all.step * slices, all.count / slices)))).orElse(this);
  }

  /** Checks the port. */
  public TransportEndpoint {
    if (port < 1 || port > MAX_PORT) {
      throw new IllegalArgumentException("expected a port from 1 to " + MAX_PORT + ", got " + port);
    }
  }

  /** Creates an endpoint with an address of the path's next site. */
  public TransportEndpoint(String ip, int port) {
    this(ip, port, Optional.empty());
  }
}
