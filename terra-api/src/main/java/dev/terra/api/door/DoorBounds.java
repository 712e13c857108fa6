package dev.terra.api.door;

import java.util.concurrent.TimeUnit;

/**
 * The bounds of a port's connections. At all ports, a stranger, which is a connection whose peer has not proved who it is, has
 * {@link #STRANGER_SECONDS} and {@link #STRANGER_BYTES}.
 *
 * @param provedOfOne the most proved connections from one address
 * @param proved the most proved connections in total
 */
public record DoorBounds(int provedOfOne, int proved) {
  /**
   * The time within which a stranger has to prove who it is. A TLS handshake and a hello take four round trips; 5 s allow 1 s for each on a
   * poor link.
   */
  public static final int STRANGER_SECONDS = 5;
  /** The most bytes that a stranger may send: enough for a chain of certificates, and a hello or an HTTP request with long headers. */
  public static final int STRANGER_BYTES = 64 << 10;
  /** The most strangers from one address. A browser opens six connections, and several people may share an address. */
  public static final int STRANGERS_OF_ONE = 64;
  /** The most strangers from an address that has a proved connection or is configured. A NodeManager opens 300 fetches at once. */
  public static final int STRANGERS_OF_KNOWN = 512;
  /** The most strangers at a port from addresses that are not known. They take at most 64 MiB. */
  public static final int STRANGERS = 1_024;
  /** The age from which on a stranger gives way to a new one. An honest peer has made progress by then. */
  static final long GIVES_WAY_NANOS = TimeUnit.SECONDS.toNanos(1);

  /** Checks the bounds. */
  public DoorBounds {
    if (provedOfOne < 1 || proved < provedOfOne) {
      throw new IllegalArgumentException("expected 1 or more connections from an address, and no fewer in all");
    }
  }
}
