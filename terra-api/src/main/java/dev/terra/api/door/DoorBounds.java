package dev.terra.api.door;

import java.util.concurrent.TimeUnit;

/**
 * How many connections a port takes. For all ports alike: a stranger, whose connection has not proved who is at its other end, has
 * {@link #STRANGER_SECONDS} and {@link #STRANGER_BYTES}.
 *
 * @param provedOfOne proved connections from one address
 * @param proved proved connections in all
 */
public record DoorBounds(int provedOfOne, int proved) {
  /** A TLS handshake and a hello take four round trips; 5 s is 1 s for each on a poor link. */
  public static final int STRANGER_SECONDS = 5;
  /** A chain of certificates, and a hello or an HTTP request with long headers. */
  public static final int STRANGER_BYTES = 64 << 10;
  /** Strangers from one address: a browser opens six connections, and several people may share an address. */
  public static final int STRANGERS_OF_ONE = 64;
  /** Strangers from an address with a proved connection, or one that is configured: a NodeManager opens 300 fetches at once. */
  public static final int STRANGERS_OF_KNOWN = 512;
  /** Strangers at a port from addresses that are not known: 64 MiB at most. */
  public static final int STRANGERS = 1_024;
  /** A stranger that has been there for so long gives way to a new one: an honest one has got somewhere by then. */
  static final long GIVES_WAY_NANOS = TimeUnit.SECONDS.toNanos(1);

  /** Checks the bounds. */
  public DoorBounds {
    if (provedOfOne < 1 || proved < provedOfOne) {
      throw new IllegalArgumentException("expected 1 or more connections from an address, and no fewer in all");
    }
  }
}
