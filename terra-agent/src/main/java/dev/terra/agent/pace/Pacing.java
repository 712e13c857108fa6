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

/** The rates of a bundle, on each of its paths and in all, and when the next of its bytes may go. On the agent's thread. */
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

  /** Any number from 0 to 1, always the same for a path and a shuffle. */
  private double phase(Path path) {
    return Integer.toUnsignedLong(PHASES.hashUnencodedChars(shuffle.value() + path).asInt()) * 0x1p-32;
  }

  /** The pacer of what it gets if it has a waiting reader and no rate. */
  public Pacer floor() {
    return floor;
  }

  /** New rates by path, of which those count whose paths are live. */
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

  /** Rates are asked for when it has work, and it has none: those it had say nothing about the next. */
  public void expire() {
    rated = false;
  }

  /** Whether its rates are those that were asked for last. */
  public boolean isRated() {
    return rated;
  }

  /** The live paths on which it has a rate: few of the many. New rates make a new map. */
  public Map<Path, Pacer> paced() {
    return paced;
  }

  /** The sum of its rates on live paths. */
  public double rateBytesPerSecond() {
    return rateBytesPerSecond;
  }

  /** The sum of its rates, or its floor if it has no rate. */
  public double rateOrFloorBytesPerSecond() {
    return rateBytesPerSecond > 0 ? rateBytesPerSecond : floor.rate();
  }

  /** Its rates let nothing go for so long; until then there is no use in trying, unless rates or segments change. */
  public void waitFor(long nanos, long nowNanos) {
    waits = nanos > 0;
    dueNanos = nowNanos + nanos;
  }

  /** Something has changed: it may be tried again at once. */
  public void tryAgain() {
    waits = false;
  }

  /** How long it is no use to try: 0 if it may be. */
  public long waitNanos(long nowNanos) {
    return waits ? Math.max(0, dueNanos - nowNanos) : 0;
  }
}
