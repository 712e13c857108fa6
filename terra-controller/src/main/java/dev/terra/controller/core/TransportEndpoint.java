package dev.terra.controller.core;

/**
 * What a tunnel's connections connect to.
 *
 * @param ip an IP literal
 * @param port 1 to 65535
 */
public record TransportEndpoint(String ip, int port) {
  private static final int MAX_PORT = 65_535;

  /** Checks the port. */
  public TransportEndpoint {
    if (port < 1 || port > MAX_PORT) {
      throw new IllegalArgumentException("expected a port from 1 to " + MAX_PORT + ", got " + port);
    }
  }
}
