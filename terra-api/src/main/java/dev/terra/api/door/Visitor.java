package dev.terra.api.door;

import dev.terra.api.process.Periodic;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** One connection at a port's {@link Entrance}, independent of the Netty that serves it. It is used on the connection's thread only. */
public final class Visitor {
  private static final long LOOK_MILLIS = 500;
  /** The time for reading an answer, in addition to the time for the next request. */
  private static final long READ_NANOS = TimeUnit.SECONDS.toNanos(25);

  private final Entrance entrance;
  private SocketAddress from = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
  private Runnable close = () -> { };
  private @Nullable Visit visit;
  private @Nullable Periodic watch;

  /** Creates a connection that has not entered yet. */
  public Visitor(Entrance entrance) {
    this.entrance = entrance;
  }

  /**
   * Enters the connection at the entrance, or closes it if there is no room.
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

  /** Returns whether there was room for the connection. */
  public boolean isIn() {
    return visit != null;
  }

  /** Returns whether the connection's peer has proved who it is. */
  public boolean isProved() {
    return visit != null && visit.isProved();
  }

  /** Notes that the connection's peer has proved who it is. Returns false if there are too many proved connections; it is then closed. */
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

  /** Notes that the connection's request is complete and is being processed. */
  public void works() {
    if (visit != null) {
      visit.works();
    }
  }

  /** Notes that the last part of an answer is being written. The peer has some time to read it. */
  public void answers() {
    if (visit != null) {
      visit.answered(entrance.nanos() + READ_NANOS);
    }
  }

  /** Notes that the last part of an answer has been written, so that the next request is expected. */
  public void answered() {
    if (visit != null) {
      visit.answered(entrance.nanos());
    }
  }

  /** Counts bytes that arrived. Returns false if they are too many for a stranger. */
  public boolean take(int bytes) {
    return visit != null && visit.take(bytes);
  }

  /** Writes a line about the connection to the log, if the budget of lines allows it. */
  public void warn(String what) {
    entrance.warn(what);
  }

  /** Closes the connection. */
  public void close() {
    close.run();
  }

  /** Notes that the connection is closed. */
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
