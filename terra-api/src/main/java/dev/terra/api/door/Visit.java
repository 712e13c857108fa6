package dev.terra.api.door;

import java.net.InetAddress;
import java.time.Duration;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * One connection at a port, with the time and the bytes that it may take. Each request of a stranger has its own bytes and seconds, which
 * begin with the connection and again with each answer. The fields belong to the connection's thread.
 */
public final class Visit {
  private static final Duration STRANGER = Duration.ofSeconds(DoorBounds.STRANGER_SECONDS);

  private final Places places;
  private final InetAddress from;
  private final Runnable close;
  private final long since;
  private long waitsSince;
  private long unansweredBytes;
  private boolean isProved;
  private boolean isOver;
  private boolean waits = true;

  /** The operations on the records of the port's connections. */
  record Places(Predicate<Visit> prove, Consumer<Visit> leave) {}

  Visit(Places places, InetAddress from, Runnable close, long nowNanos) {
    this.places = places;
    this.from = from;
    this.close = close;
    this.since = nowNanos;
    this.waitsSince = nowNanos;
  }

  InetAddress from() {
    return from;
  }

  long since() {
    return since;
  }

  /** Ends the connection. */
  public void close() {
    close.run();
  }

  /** Returns whether the connection's peer has proved who it is. */
  public boolean isProved() {
    return isProved;
  }

  /** Notes that the peer has proved who it is. Returns whether there is room for the connection. */
  public boolean prove() {
    if (!isProved && !isOver) {
      isProved = places.prove.test(this);
    }
    return isProved;
  }

  /** Counts bytes that arrived. Returns false if they are too many for a stranger. */
  public boolean take(int bytes) {
    unansweredBytes += bytes;
    return isProved || unansweredBytes <= DoorBounds.STRANGER_BYTES;
  }

  /** Notes that the request is being processed, so that nothing is expected from the peer. */
  public void works() {
    waits = false;
  }

  /** Notes that the request has been answered, so that the next request or the end of the connection is expected. */
  public void answered(long nowNanos) {
    waits = true;
    waitsSince = nowNanos;
    unansweredBytes = 0;
  }

  /**
   * Returns whether the expected request is late: by the bound of strangers or, if the peer has proved who it is, by the given patience;
   * null is unlimited.
   */
  public boolean isLate(long nowNanos, @Nullable Duration patience) {
    Duration bound = isProved ? patience : STRANGER;
    return waits && bound != null && nowNanos - waitsSince >= bound.toNanos();
  }

  /** Notes that the connection is closed. */
  public void leave() {
    if (!isOver) {
      isOver = true;
      places.leave.accept(this);
    }
  }
}
