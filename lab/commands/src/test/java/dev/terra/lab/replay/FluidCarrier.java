package dev.terra.lab.replay;

import dev.terra.lab.replay.Carrier.Ended;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** A carrier on a simulated clock. It carries each shuffle as if it were alone, at one rate, and without delay. */
final class FluidCarrier implements Carrier, Replay.Environment {
  private final double bytesPerSecond;
  private final Map<String, Long> endNanosByShuffle = new LinkedHashMap<>();
  private final Map<String, String> failures = new HashMap<>();
  private final Set<String> jobs = new TreeSet<>();
  private long nowNanos = 5;
  private long carriedBytes;

  FluidCarrier(double bytesPerSecond) {
    this.bytesPerSecond = bytesPerSecond;
  }

  /** Returns the jobs whose shuffles were carried. */
  Set<String> jobs() {
    return jobs;
  }

  /** Makes a shuffle fail at the time at which it would end. */
  void fail(String shuffle, String why) {
    failures.put(shuffle, why);
  }

  @Override
  public void start(WireShuffle shuffle) {
    carriedBytes += shuffle.bytes();
    jobs.add(shuffle.job());
    endNanosByShuffle.put(shuffle.id(), nowNanos + Math.round(shuffle.bytes() / bytesPerSecond * 1e9));
  }

  @Override
  public Optional<Ended> await(long atMostNanos) {
    long until = nowNanos + Math.max(0, atMostNanos);
    Optional<Map.Entry<String, Long>> next = endNanosByShuffle.entrySet().stream().min(Map.Entry.comparingByValue());
    if (next.isEmpty() || next.get().getValue() > until) {
      nowNanos = until;
      return Optional.empty();
    }
    nowNanos = Math.max(nowNanos, next.get().getValue());
    endNanosByShuffle.remove(next.get().getKey());
    return Optional.of(new Ended(next.get().getKey(), Optional.ofNullable(failures.get(next.get().getKey()))));
  }

  @Override
  public void close() {
    endNanosByShuffle.clear();
  }

  @Override
  public long nowNanos() {
    return nowNanos;
  }

  @Override
  public Map<String, Long> linkBytes() {
    return Map.of("A:B", carriedBytes);
  }

  @Override
  public void jobsDone(int done, int all) {
    // no test reads the progress
  }
}
