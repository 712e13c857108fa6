package dev.terra.api.door;

import java.net.InetAddress;
import java.time.Duration;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * One connection at a port: how long it may go on, and how much it may say. Each request of a stranger has its bytes and its seconds, which
 * begin with the connection and end when it is answered. Its fields belong to its connection's thread.
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

  /** Where its place is kept. */
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

  /** Whether it has proved who it is. */
  public boolean isProved() {
    return isProved;
  }

  /** It proves who it is; whether there is room for it. */
  public boolean prove() {
    if (!isProved && !isOver) {
      isProved = places.prove.test(this);
    }
    return isProved;
  }

  /** Bytes came; false if it said too much for a stranger. */
  public boolean take(int bytes) {
    unansweredBytes += bytes;
    return isProved || unansweredBytes <= DoorBounds.STRANGER_BYTES;
  }

  /** What it asked for is being done: nothing is expected of it. */
  public void works() {
    waits = false;
  }

  /** It has been answered, and the next request, or the end of the connection, is waited for. */
  public void answered(long nowNanos) {
    waits = true;
    waitsSince = nowNanos;
    unansweredBytes = 0;
  }

  /**
   * Whether what is waited for has taken too long: for a stranger, or for the patience with one that has proved who it is, if it has an
   * end.
   */
  public boolean isLate(long nowNanos, @Nullable Duration patience) {
    Duration bound = isProved ? patience : STRANGER;
    return waits && bound != null && nowNanos - waitsSince >= bound.toNanos();
  }

  /** The connection is closed. */
  public void leave() {
    if (!isOver) {
      isOver = true;
      places.leave.accept(this);
    }
  }
}
