package dev.terra.cli.check;

import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NoRouteToHostException;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * How another host answers at a port.
 *
 * @param kind what happened
 * @param roundTrip the shortest of a few attempts; empty if no answer arrived, not even a refusal
 */
record Reach(Kind kind, Optional<Duration> roundTrip) {
  /** The longest wait, ms: round trips on earth take half a second at most. */
  private static final int PATIENCE_MILLIS = 1_000;
  /** The number of attempts, since the first handshake may wait for address resolution. */
  private static final int ATTEMPTS = 3;

  /** The outcomes. */
  enum Kind {
    /** A program listens. */
    LISTENS,
    /** The host answers, but no program listens. */
    REFUSES,
    /** No answer. */
    SILENT,
    /** This host has no route to the other host. */
    NO_ROUTE
  }

  /** Connects from an address of this host, or from any address if it is null. */
  static Reach of(@Nullable InetAddress local, InetSocketAddress remote) {
    Reach best = attempt(local, remote);
    for (int i = 1; i < ATTEMPTS && best.roundTrip.isPresent(); i++) {
      Reach next = attempt(local, remote);
      if (next.roundTrip.isPresent() && next.roundTrip.get().compareTo(best.roundTrip.get()) < 0) {
        best = next;
      }
    }
    return best;
  }

  private static Reach attempt(@Nullable InetAddress local, InetSocketAddress remote) {
    long start = System.nanoTime();
    try (Socket socket = new Socket()) {
      if (local != null) {
        socket.bind(new InetSocketAddress(local, 0));
      }
      socket.connect(remote, PATIENCE_MILLIS);
      return answered(Kind.LISTENS, start);
    } catch (SocketTimeoutException e) {
      return new Reach(Kind.SILENT, Optional.empty());
    } catch (NoRouteToHostException e) {
      return new Reach(Kind.NO_ROUTE, Optional.empty());
    } catch (ConnectException e) {
      return String.valueOf(e.getMessage()).contains("refused") ? answered(Kind.REFUSES, start) : new Reach(Kind.NO_ROUTE,
          Optional.empty());
    } catch (IOException e) {
      return new Reach(Kind.NO_ROUTE, Optional.empty());
    }
  }

  private static Reach answered(Kind kind, long startNanos) {
    return new Reach(kind, Optional.of(Duration.ofNanos(System.nanoTime() - startNanos)));
  }
}
