package dev.terra.agent.pace;

import com.google.common.hash.HashFunction;
import com.google.common.hash.Hashing;
import dev.terra.core.shuffle.ShuffleId;
import dev.terra.core.wan.Path;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.DoubleFunction;

/**
 * The rates of a bundle on each of its paths and in total, and the time when its next bytes may be sent. It is used on the agent's thread
 * only.
 */
public final class Pacing {
  private static final HashFunction PHASES = Hashing.murmur3_32_fixed();

  private final ShuffleId shuffle;
  private final DoubleFunction<Pacer.Limiter> limiters;
  private final Map<Path, Pacer> pacers = new HashMap<>();
  private final Pacer floor;
  private Map<Path, Pacer> paced = Map.of();
  private double rateBytesPerSecond;
  private boolean begun;
  private boolean rated;
  private boolean waits;
  private long dueNanos;

  public Pacing(ShuffleId shuffle, DoubleFunction<Pacer.Limiter> limiters) {
    this.shuffle = shuffle;
    this.limiters = limiters;
    this.floor = new Pacer(limiters, 0);
  }

  private Pacer pacer(Path path) {
    return pacers.computeIfAbsent(path, key -> new Pacer(limiters, phase(key)));
  }

  /** Returns a number from 0 to 1, which is always the same for a path and a shuffle. */
  private double phase(Path path) {
    return Integer.toUnsignedLong(PHASES.hashUnencodedChars(shuffle.value() + path).asInt()) * 0x1p-32;
  }

  /** Returns the pacer of the floor, which the bundle gets if it has a waiting reader and no rate. */
  public Pacer floor() {
    return floor;
  }

  /** Sets new rates by path. Only the rates of live paths count. */
  public void rates(Map<Path, Double> rates, Set<Path> live, long nowNanos) {
    waits = false;
    rated = true;
    rateBytesPerSecond = 0;
    Map<Path, Pacer> before = paced;
    paced = new LinkedHashMap<>();
    rates.forEach((path, rate) -> {
      if (rate > 0 && live.contains(path)) {
        Pacer pacer = pacer(path);
        if (begun) {
          pacer.rate(rate, nowNanos);
        } else {
          pacer.firstRate(rate, nowNanos);
        }
        rateBytesPerSecond += rate;
        paced.put(path, pacer);
      }
    });
    before.forEach((path, pacer) -> {
      if (!paced.containsKey(path)) {
        pacer.rate(0, nowNanos);
      }
    });
    begun |= rateBytesPerSecond > 0;
  }

  /**
   * Marks the rates as outdated. Rates are requested while the bundle has work, and it has none: the rates that it had do not apply to
   * further work.
   */
  public void expire() {
    rated = false;
  }

  /** Returns whether the rates are those that were requested last. */
  public boolean isRated() {
    return rated;
  }

  /** Returns the pacers of the live paths on which the bundle has a rate, which are few of the many paths. New rates make a new map. */
  public Map<Path, Pacer> paced() {
    return paced;
  }

  /** Returns the sum of the rates on live paths. */
  public double rateBytesPerSecond() {
    return rateBytesPerSecond;
  }

  /** Returns the sum of the rates, or the floor if the bundle has no rate. */
  public double rateOrFloorBytesPerSecond() {
    return rateBytesPerSecond > 0 ? rateBytesPerSecond : floor.rate();
  }

  /** Records that the rates allow no bytes for so long. Until then, attempts to send are useless, unless rates or segments change. */
  public void waitFor(long nanos, long nowNanos) {
    waits = nanos > 0;
    dueNanos = nowNanos + nanos;
  }

  /** Allows an attempt to send at once, since rates or segments have changed. */
  public void tryAgain() {
    waits = false;
  }

  /** Returns for how long attempts to send are useless; 0 if the bundle may be tried at once. */
  public long waitNanos(long nowNanos) {
    return waits ? Math.max(0, dueNanos - nowNanos) : 0;
  }
}
