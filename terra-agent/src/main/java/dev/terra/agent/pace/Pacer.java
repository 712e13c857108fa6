package dev.terra.agent.pace;

import com.google.common.util.concurrent.RateLimiter;
import java.util.function.DoubleFunction;
import org.jspecify.annotations.Nullable;

/**
 * The rate of one bundle on one path, enforced by a Guava {@link RateLimiter}. The traps of such a limiter are avoided here:
 *
 * <ul>
 *   <li>The limiter stores a second of unused permits. So a limiter that has been idle for longer than {@link #MAX_CATCH_UP_NANOS} is
 *       replaced, and so is a limiter whose bytes found no room. Bytes that could not be written are not made up for at once, but
 *       gradually, at {@link #CATCH_UP_SPEED} times the rate. Small fetches come unevenly, and plans leave the capacity that they need on
 *       average: what they take in addition in one second, they leave in another. A bundle that they have delayed would otherwise stay
 *       late.
 *   <li>A debt made at a low rate outlives a raise of the rate, and permits at a rate of 0 cannot be had. So every change of the rate makes
 *       a new limiter, the bytes still owed are owed at the new rate, and rate 0 is a gate of its own, during which no debt is paid.
 *   <li>A request is granted whole, however long it takes to pay for, so no request is longer than {@link #chunkBytes}.
 *   <li>A debt made at a high rate takes very long to pay at a floor: 8 KiB at 100 B/s take 82 s, and a reader gives up after 60 s. So a
 *       bundle that owes is granted one request in {@link #MAX_SILENCE_NANOS} nonetheless, and owes that, too.
 *   <li>The limiter can block, so it is only ever tried.
 * </ul>
 *
 * <p>Bundles that start together at equal rates would always send their chunks at the same moments: with twenty bundles of 16 KB/s each on
 * a link of 2 Mbit/s, every queue would overflow twice a second while the link is idle in between. So each bundle has a phase, for which
 * its first request waits whenever it starts. A shuffle begins with all its bundles at once, and a hundred first requests of some seconds
 * each would be ten seconds of work for a link. In this case, the phase is a part of the whole time of a request. This keeps every link as
 * busy as planned, and makes no bundle later than planned, as its last request needs no time after it. Later, when few bundles change their
 * paths, the phase is at most half a second.
 *
 * <p>The bound: in any time T, at most rate x (T + {@link #MAX_CATCH_UP_NANOS}) bytes are sent, and in addition two requests, and one
 * request for each {@link #MAX_SILENCE_NANOS}. While the pacer makes up for bytes that found no room, at most {@link #CATCH_UP_SPEED} times
 * as many bytes are sent, and the bytes made up for are at most {@link #MAX_LATE_SECONDS} of the rate in all. Pure if the limiters are:
 * time is an argument. It is used on the agent's thread only.
 */
public final class Pacer {
  /** The most time for which a pacer may catch up at once. This makes up for a late timer, but not for a pause. */
  static final long MAX_CATCH_UP_NANOS = 100_000_000;
  /**
   * The factor of the rate at which a pacer makes up for bytes that found no room. The excess is about what plans leave of a link, so that
   * its queue empties again.
   */
  static final double CATCH_UP_SPEED = 1.05;
  /**
   * The most seconds of the rate that are made up for. Bursts of small fetches last a second or two; what a link did not carry for longer,
   * it cannot carry.
   */
  static final double MAX_LATE_SECONDS = 2;
  /**
   * The time within which bytes that found no room are offered again. A bundle that has offered none for longer had none, or waited for
   * something else.
   */
  private static final long OFFERED_AGAIN_NANOS = 1_000_000_000L;
  /** The time without a request after which a bundle that owes is granted one all the same. */
  static final long MAX_SILENCE_NANOS = 10_000_000_000L;
  /**
   * The longest time of a request on the wire, so that rates are smooth. At low rates, requests may take longer, up to
   * {@link #MIN_CHUNK_BYTES}.
   */
  static final double CHUNK_SECONDS = 0.02;
  /**
   * The least chunk at all but the lowest rates. Shorter chunks would cost more in headers and system calls than smoothness is worth: 8 KiB
   * at 1 Mbit/s take 66 ms.
   */
  public static final int MIN_CHUNK_BYTES = 8 << 10;
  public static final int MAX_CHUNK_BYTES = 256 << 10;
  /**
   * The longest time between two chunks at a floor that very many bundles share. A reader that sees no byte for half a minute goes
   * elsewhere.
   */
  private static final double MAX_CHUNK_SECONDS = 4;
  /** The least chunk at any rate. A frame with fewer bytes would be mostly headers. */
  private static final int FEWEST_BYTES = 512;
  /** The longest phase of a bundle that changes its path. */
  private static final long MAX_PHASE_NANOS = 500_000_000;
  /** The longest phase of a bundle that begins. */
  private static final long MAX_FIRST_PHASE_NANOS = 4_000_000_000L;
  private static final double NANOS = 1e9;
  /** A time that is longer than any rate lasts and can be added to any clock's reading without overflow. */
  private static final double FOR_EVER_NANOS = 1e18;

  private final DoubleFunction<Limiter> limiters;
  private final double phase;
  private double rateBytesPerSecond;
  private @Nullable Limiter limiter;
  private long startNanos;
  private long owedUntilNanos;
  /** The time since when the bundle is silent: that of its last request, or the end of a pause after that. */
  private long silentSinceNanos;
  /** The bytes that were owed when the rate became 0. No debt is paid during a pause. */
  private double owedBytes;
  /** The bytes that found no room and are to be made up for. */
  private double lateBytes;
  private boolean fast;
  private boolean everUsed;
  private boolean blocked;
  private long blockedNanos;

  /** Grants permits at a fixed rate. */
  public interface Limiter {
    /** Takes so many permits if they are available at once. Returns whether they were. */
    boolean tryAcquire(int permits);
  }

  /**
   * Creates a pacer of rate 0.
   *
   * @param phase the part of a request's time for which it waits when its rate changes from 0; at least 0, below 1
   */
  Pacer(DoubleFunction<Limiter> limiters, double phase) {
    this.limiters = limiters;
    this.phase = phase;
  }

  /** Returns Guava's limiter, on the machine's clock. */
  public static Limiter guava(double bytesPerSecond) {
    return RateLimiter.create(bytesPerSecond)::tryAcquire;
  }

  /** Returns the size of the longest request at a rate. */
  public static int chunkBytes(double rateBytesPerSecond) {
    double least = Math.min(MIN_CHUNK_BYTES, Math.max(FEWEST_BYTES, rateBytesPerSecond * MAX_CHUNK_SECONDS));
    return (int) Math.max(least, Math.min(MAX_CHUNK_BYTES, rateBytesPerSecond * CHUNK_SECONDS));
  }

  /** Changes the rate, which is at least 0. */
  public void rate(double bytesPerSecond, long nowNanos) {
    rate(bytesPerSecond, nowNanos, MAX_PHASE_NANOS);
  }

  /** Sets the first rate of a bundle that begins, as many others may at this moment. */
  void firstRate(double bytesPerSecond, long nowNanos) {
    rate(bytesPerSecond, nowNanos, MAX_FIRST_PHASE_NANOS);
  }

  private void rate(double bytesPerSecond, long nowNanos, long maxPhaseNanos) {
    if (bytesPerSecond == rateBytesPerSecond) {
      return;
    }
    noteLate();
    long begin = nowNanos + (long) (phase * Math.min((double) maxPhaseNanos, chunkBytes(bytesPerSecond) / bytesPerSecond * NANOS));
    startNanos = rateBytesPerSecond <= 0 ? begin : Math.min(startNanos, begin);
    silentSinceNanos = rateBytesPerSecond <= 0 ? nowNanos : silentSinceNanos;
    if (everUsed) {
      if (rateBytesPerSecond > 0) {
        owedBytes = Math.max(0, owedUntilNanos - nowNanos) / NANOS * paceBytesPerSecond();
      }
      if (bytesPerSecond > 0) {
        owedUntilNanos = nowNanos + (long) Math.min(FOR_EVER_NANOS, owedBytes / bytesPerSecond * NANOS);
      }
    }
    rateBytesPerSecond = bytesPerSecond;
    lateBytes = Math.min(lateBytes, bytesPerSecond * MAX_LATE_SECONDS);
    limiter = null;
  }

  public double rate() {
    return rateBytesPerSecond;
  }

  /** Returns the time until bytes may be sent at the present rate; 0 if they may be sent at once. */
  public long waitNanos(long nowNanos) {
    long owed = everUsed ? Math.min(owedUntilNanos, silentSinceNanos + MAX_SILENCE_NANOS) - nowNanos : 0;
    return Math.max(0, Math.max(startNanos - nowNanos, owed));
  }

  /**
   * Records that bytes that were allowed found no room in their tunnel. The bytes that the rate would have allowed meanwhile are not sent
   * at once.
   */
  public void blocked(long nowNanos) {
    if (!blocked || nowNanos - blockedNanos > OFFERED_AGAIN_NANOS) {
      owedUntilNanos = Math.max(owedUntilNanos, nowNanos - MAX_CATCH_UP_NANOS);
    }
    limiter = null;
    blocked = true;
    blockedNanos = nowNanos;
  }

  /** Returns whether the last bytes that were allowed found no room. */
  public boolean isBlocked() {
    return blocked;
  }

  /** Returns whether bytes may be sent at this time. This does not consult the limiter, which can still refuse them. */
  public boolean isOpen(long nowNanos) {
    if (rateBytesPerSecond <= 0 || nowNanos < startNanos) {
      return false;
    }
    long owedNanos = everUsed ? owedUntilNanos - nowNanos : 0;
    return isSilent(nowNanos) || owedNanos <= 0 || (owedNanos <= MAX_CATCH_UP_NANOS && limiter != null);
  }

  /** Returns whether so many bytes, at most {@link #chunkBytes}, may be sent at this time. If so, they count as sent. */
  public boolean tryAcquire(int bytes, long nowNanos) {
    noteLate();
    if (!isOpen(nowNanos) || !(isSilent(nowNanos) || grant(bytes, nowNanos))) {
      return false;
    }
    everUsed = true;
    blocked = false;
    silentSinceNanos = nowNanos;
    owedUntilNanos += (long) (bytes / paceBytesPerSecond() * NANOS);
    lateBytes = fast ? Math.max(0, lateBytes - bytes * (1 - 1 / CATCH_UP_SPEED)) : lateBytes;
    return true;
  }

  /** Adds the bytes that should have been sent while there was no room to those that are late. */
  private void noteLate() {
    if (blocked && everUsed && blockedNanos > owedUntilNanos) {
      double more = (blockedNanos - owedUntilNanos) / NANOS * rateBytesPerSecond;
      lateBytes = Math.min(rateBytesPerSecond * MAX_LATE_SECONDS, lateBytes + more);
      owedUntilNanos = blockedNanos;
    }
    if (fast != (lateBytes > 0)) {
      fast = !fast;
      limiter = null;
    }
  }

  private double paceBytesPerSecond() {
    return fast ? rateBytesPerSecond * CATCH_UP_SPEED : rateBytesPerSecond;
  }

  /** Returns whether the bundle owes, and has been silent for so long that it is granted a request nevertheless. */
  private boolean isSilent(long nowNanos) {
    return everUsed && nowNanos < owedUntilNanos && nowNanos - silentSinceNanos >= MAX_SILENCE_NANOS;
  }

  private boolean grant(int bytes, long nowNanos) {
    if (limiter == null || nowNanos - owedUntilNanos > MAX_CATCH_UP_NANOS) {
      limiter = limiters.apply(paceBytesPerSecond());
      owedUntilNanos = nowNanos;
    }
    return limiter.tryAcquire(bytes);
  }
}
