package dev.terra.agent.site;

import dev.terra.api.v1.HandlerHello;
import dev.terra.api.v1.ShuffleCounters;
import dev.terra.api.v1.StockHandler;

/**
 * The last known state of a handler of this site, for people.
 *
 * @param stockReason why everything that the handler serves takes the stock path; empty if it does not
 * @param sinceNanos the time of the agent's ticker since which the reason has been the same
 * @param counters the last counters of the handler
 */
public record HandlerState(Name name, String stockReason, long sinceNanos, ShuffleCounters counters) {
  /**
   * The identity of a handler.
   *
   * @param service the service whose shuffles it serves; empty for Hadoop's
   * @param version the version of its program; empty if it did not state one
   */
  public record Name(String ip, String host, String service, String version) {
    /** The length of the longest host name by RFC 1035. Services and versions are shorter. */
    static final int MOST_CHARACTERS = 253;

    /** Checks the lengths. */
    public Name {
      if (Math.max(Math.max(ip.length(), host.length()), Math.max(service.length(), version.length())) > MOST_CHARACTERS) {
        throw new IllegalArgumentException("a handler's address, host, service and version have at most " + MOST_CHARACTERS
            + " characters each");
      }
    }

    static Name of(HandlerHello hello) {
      return new Name(hello.getIp(), hello.getHost(), hello.getService(), hello.getVersion());
    }

    static Name of(StockHandler stock) {
      return new Name(stock.getIp(), stock.getHost(), stock.getService(), stock.getVersion());
    }

    /** Returns the key of the handler: its address, followed by a slash and its service if the service is not Hadoop's. */
    public String key() {
      return service.isEmpty() ? ip : ip + "/" + service;
    }
  }
}
