package dev.terra.controller.core.network;

import java.util.Optional;

/**
 * What a tunnel's connections connect to.
 *
 * @param ip an IP literal
 * @param port 1 to 65535
 * @param from what they bind, if this is an address of the path's last site; empty: of its next site, from wherever the agent says
 */
public record TransportEndpoint(String ip, int port, Optional<Sources> from) {
  private static final int MAX_PORT = 65_535;

  /**
   * The addresses that connections of one tunnel bind, one each.
   *
   * @param ip of the opener, an IP literal
   * @param first the lowest port
   * @param step between ports
   * @param count of ports
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
   * What a slice's connections connect to: each has ports of its own, as many above those of the one before as there are between two ports
   * of one tunnel, and its part of those from which a tunnel may be opened.
   *
   * @param slices how many there are
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

  /** An address of the path's next site. */
  public TransportEndpoint(String ip, int port) {
    this(ip, port, Optional.empty());
  }
}
