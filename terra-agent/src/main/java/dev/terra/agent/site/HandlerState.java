package dev.terra.agent.site;

import dev.terra.api.v1.HandlerHello;
import dev.terra.api.v1.ShuffleCounters;
import dev.terra.api.v1.StockHandler;

/**
 * A handler of this site as it was last known, for people.
 *
 * @param stockReason why all that it serves takes the stock path; empty: it does not
 * @param sinceNanos since when that has been so, by the agent's ticker
 * @param counters what it counted last
 */
public record HandlerState(Name name, String stockReason, long sinceNanos, ShuffleCounters counters) {
  /**
   * Which handler.
   *
   * @param service whose shuffles it serves; empty: Hadoop's
   * @param version of its program; empty if it did not say
   */
  public record Name(String ip, String host, String service, String version) {
    /** The longest host name, RFC 1035; services and versions are shorter. */
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

    /** By which it is known: its address, and after a slash its service where that is not Hadoop's. */
    public String key() {
      return service.isEmpty() ? ip : ip + "/" + service;
    }
  }
}
