package dev.terra.api.door;

import dev.terra.api.process.Periodic;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** One connection at a port's {@link Entrance}, whichever Netty serves it. On the connection's thread. */
public final class Visitor {
  private static final long LOOK_MILLIS = 500;
  /** For an answer to be read, besides the time for the next request. */
  private static final long READ_NANOS = TimeUnit.SECONDS.toNanos(25);

  private final Entrance entrance;
  private SocketAddress from = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
  private Runnable close = () -> { };
  private @Nullable Visit visit;
  private @Nullable Periodic watch;

  /** A connection that has not entered yet. */
  public Visitor(Entrance entrance) {
    this.entrance = entrance;
  }

  /**
   * Enters, or is closed if there is no room.
   *
   * @param ownLoop the connection's thread
   * @param end closes the connection, on any thread
   */
  public void enter(SocketAddress remote, ScheduledExecutorService ownLoop, Runnable end) {
    from = remote;
    close = end;
    if (remote instanceof InetSocketAddress address) {
      visit = entrance.enter(address.getAddress(), end).orElse(null);
    }
    if (visit == null) {
      close();
    } else {
      watch = Periodic.every(ownLoop, LOOK_MILLIS, TimeUnit.MILLISECONDS, entrance.guard(), this::look);
    }
  }

  private void look() {
    if (visit != null && entrance.isLate(visit)) {
      close();
    }
  }

  /** Whether there was room. */
  public boolean isIn() {
    return visit != null;
  }

  /** Whether the connection has proved who is at its other end. */
  public boolean isProved() {
    return visit != null && visit.isProved();
  }

  /** The connection has proved who is at its other end; false if there are too many of those, and it is closed. */
  public boolean prove() {
    boolean fits = visit != null && visit.prove();
    if (!fits) {
      warn("no room for more connections, such as one of " + from);
      close();
    } else if (entrance.waitsForEver()) {
      unwatch();
    }
    return fits;
  }

  /** The connection's request is whole, and is being worked on. */
  public void works() {
    if (visit != null) {
      visit.works();
    }
  }

  /** The last of an answer is being written: its reader has some time for it. */
  public void answers() {
    if (visit != null) {
      visit.answered(entrance.nanos() + READ_NANOS);
    }
  }

  /** The last of an answer has been written: the next request is expected. */
  public void answered() {
    if (visit != null) {
      visit.answered(entrance.nanos());
    }
  }

  /** Bytes have come; false if they are too many for a stranger. */
  public boolean take(int bytes) {
    return visit != null && visit.take(bytes);
  }

  /** Writes a line about the connection to the log, if there is room for one. */
  public void warn(String what) {
    entrance.warn(what);
  }

  /** Closes the connection. */
  public void close() {
    close.run();
  }

  /** The connection is closed. */
  public void leave() {
    unwatch();
    if (visit != null) {
      visit.leave();
    }
  }

  private void unwatch() {
    if (watch != null) {
      watch.cancel();
    }
  }
}
