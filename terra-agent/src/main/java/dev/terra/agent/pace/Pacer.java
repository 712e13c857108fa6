package dev.terra.agent.pace;

import com.google.common.util.concurrent.RateLimiter;
import java.util.function.DoubleFunction;
import org.jspecify.annotations.Nullable;

/**
 * The rate of one bundle on one path, kept by a Guava {@link RateLimiter} whose traps are avoided here:
 *
 * <ul>
 *   <li>it stores a second of unused permits, so one that has been idle for longer than {@link #MAX_CATCH_UP_NANOS} is
 *       replaced, and so is one whose bytes found no room: what could not be written then is not made up for at once, but by and by, at
 *       {@link #CATCH_UP_SPEED} times the rate. Small fetches come unevenly, and plans leave what they need on average: what they take
 *       more in one second they take less in another, and a bundle that is late by then would stay so;
 *   <li>a debt made at a low rate outlives a raise, and permits at a rate of 0 can't be had, so every change of the rate
 *       makes a new limiter, the bytes still owed are owed at the new rate, and rate 0 is a gate of its own that pays for none;
 *   <li>a request is granted whole, however long it takes to pay for, so none is longer than {@link #chunkBytes};
 *   <li>what was owed at a high rate takes for ever at a floor: 8 KiB at 100 B/s are 82 s, and a reader gives up after 60. So a bundle that
 *       owes is granted one request in {@link #MAX_SILENCE_NANOS} none the less, and owes that too;
 *   <li>it can block, so it is only ever tried.
 * </ul>
 *
 * <p>Bundles that start together at equal rates would send their chunks at the same moments for good: of twenty with 16 KB/s each on a
 * link of 2 Mbit/s every queue would overflow twice a second while the link is idle in between. So each has a phase, by which
 * its first request waits whenever it starts. A shuffle begins with all its bundles at once, and a hundred first requests of some
 * seconds each would be a link's work of ten: there the phase is a part of the whole time of a request, which keeps every link as
 * busy as planned, and no bundle later than planned, as its last request needs no time after it. Later, when few change their paths,
 * it is at most half a second.
 *
 * <p>The bound: in any time T at most rate x (T + {@link #MAX_CATCH_UP_NANOS}) bytes go, and two requests more, and one for each
 * {@link #MAX_SILENCE_NANOS}; while it makes up for what found no room, at most {@link #CATCH_UP_SPEED} times as many, and no more than
 * {@link #MAX_LATE_SECONDS} of its rate in all. Pure, given limiters that are: time is an argument. On the agent's thread.
 */
public final class Pacer {
  /** A timer that comes late may be made up for; a pause may not. */
  static final long MAX_CATCH_UP_NANOS = 100_000_000;
  /** What found no room is made up for so fast: by about what plans leave of a link, so that its queue empties again. */
  static final double CATCH_UP_SPEED = 1.05;
  /** And so much of it: bursts of small fetches last a second or two; what a link did not carry for longer, it cannot carry. */
  static final double MAX_LATE_SECONDS = 2;
  /** Bytes that find no room are offered again sooner: a bundle that has offered none for longer had none, or waited for another thing. */
  private static final long OFFERED_AGAIN_NANOS = 1_000_000_000L;
  /** A bundle that owes for longer than this has a request granted all the same. */
  static final long MAX_SILENCE_NANOS = 10_000_000_000L;
  /** A request is at most this long on the wire, so that rates are smooth; at low rates up to {@link #MIN_CHUNK_BYTES}. */
  static final double CHUNK_SECONDS = 0.02;
  /** Shorter chunks would cost more in headers and system calls than smoothness is worth: 8 KiB at 1 Mbit/s are 66 ms. */
  public static final int MIN_CHUNK_BYTES = 8 << 10;
  public static final int MAX_CHUNK_BYTES = 256 << 10;
  /** The longest time between two chunks, of a floor that very many share: a reader that sees no byte for half a minute goes elsewhere. */
  private static final double MAX_CHUNK_SECONDS = 4;
  /** But never so short that a frame would be mostly headers. */
  private static final int FEWEST_BYTES = 512;
  /** A bundle that changes its path waits no longer for the sake of others. */
  private static final long MAX_PHASE_NANOS = 500_000_000;
  /** Nor one that begins. */
  private static final long MAX_FIRST_PHASE_NANOS = 4_000_000_000L;
  private static final double NANOS = 1e9;
  /** Longer than any rate lasts, and added to any clock's reading without overflow. */
  private static final double FOR_EVER_NANOS = 1e18;

  private final DoubleFunction<Limiter> limiters;
  private final double phase;
  private double rateBytesPerSecond;
  private @Nullable Limiter limiter;
  private long startNanos;
  private long owedUntilNanos;
  /** Since when it is silent: its last request, or the end of a pause after that. */
  private long silentSinceNanos;
  /** What was owed when the rate became 0: a pause pays for nothing. */
  private double owedBytes;
  /** What found no room and is to be made up for. */
  private double lateBytes;
  private boolean fast;
  private boolean everUsed;
  private boolean blocked;
  private long blockedNanos;

  /** What grants permits at a fixed rate. */
  public interface Limiter {
    /** Takes so many permits if they can be had now. */
    boolean tryAcquire(int permits);
  }

  /**
   * A pacer of rate 0.
   *
   * @param phase the part of a request's time that it waits when its rate is no longer 0; at least 0, below 1
   */
  Pacer(DoubleFunction<Limiter> limiters, double phase) {
    this.limiters = limiters;
    this.phase = phase;
  }

  /** Guava's limiter, on the machine's clock. */
  public static Limiter guava(double bytesPerSecond) {
    return RateLimiter.create(bytesPerSecond)::tryAcquire;
  }

  /** The longest request that is made at a rate. */
  public static int chunkBytes(double rateBytesPerSecond) {
    double least = Math.min(MIN_CHUNK_BYTES, Math.max(FEWEST_BYTES, rateBytesPerSecond * MAX_CHUNK_SECONDS));
    return (int) Math.max(least, Math.min(MAX_CHUNK_BYTES, rateBytesPerSecond * CHUNK_SECONDS));
  }

  /** Changes the rate; at least 0. */
  public void rate(double bytesPerSecond, long nowNanos) {
    rate(bytesPerSecond, nowNanos, MAX_PHASE_NANOS);
  }

  /** Changes the rate of a bundle that begins, as many others may at this moment. */
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

  /** How long until anything may go at the rate of now: 0 if it may. */
  public long waitNanos(long nowNanos) {
    long owed = everUsed ? Math.min(owedUntilNanos, silentSinceNanos + MAX_SILENCE_NANOS) - nowNanos : 0;
    return Math.max(0, Math.max(startNanos - nowNanos, owed));
  }

  /** Bytes that might have gone found no room in their tunnel: what the rate would have allowed meanwhile does not go at once. */
  public void blocked(long nowNanos) {
    if (!blocked || nowNanos - blockedNanos > OFFERED_AGAIN_NANOS) {
      owedUntilNanos = Math.max(owedUntilNanos, nowNanos - MAX_CATCH_UP_NANOS);
    }
    limiter = null;
    blocked = true;
    blockedNanos = nowNanos;
  }

  /** Whether the last bytes that might have gone found no room. */
  public boolean isBlocked() {
    return blocked;
  }

  /** Whether bytes may go now as far as is known without asking the limiter, which has the last word. */
  public boolean isOpen(long nowNanos) {
    if (rateBytesPerSecond <= 0 || nowNanos < startNanos) {
      return false;
    }
    long owedNanos = everUsed ? owedUntilNanos - nowNanos : 0;
    return isSilent(nowNanos) || owedNanos <= 0 || (owedNanos <= MAX_CATCH_UP_NANOS && limiter != null);
  }

  /** Whether so many bytes, at most {@link #chunkBytes}, may go now; if so, they count as gone. */
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

  /** What should have gone while there was no room is late. */
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

  /** Whether it owes, and has for so long that it is granted a request nevertheless. */
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
