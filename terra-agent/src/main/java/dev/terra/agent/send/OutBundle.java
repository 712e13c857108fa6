package dev.terra.agent.send;

import com.google.common.base.Ticker;
import com.google.common.hash.HashFunction;
import com.google.common.hash.Hashing;
import dev.terra.agent.wire.SegmentCopy;
import dev.terra.core.shuffle.ShuffleId;
import dev.terra.core.wan.Path;
import dev.terra.core.wan.SiteId;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.DoubleFunction;

/**
 * All segments of a shuffle that go to one other site, with their two lanes, their rates and their accounts. On the agent's thread.
 */
final class OutBundle {
  private static final HashFunction PHASES = Hashing.murmur3_32_fixed();

  private final ShuffleId shuffle;
  private final SiteId to;
  private final Readers readers;
  private final Lane requested;
  private final Lane ahead;
  private final Map<SegmentCopy, OutSegment> segments = new LinkedHashMap<>();
  private final Map<Path, Pacer> pacers = new HashMap<>();
  private Map<Path, Pacer> paced = Map.of();
  private final DoubleFunction<Pacer.Limiter> limiters;
  private final Pacer floor;
  private long creditBytes;
  private long aheadInFlightBytes;
  private long aheadAckedSinceCredit;
  private long knownBytes;
  private long ackedBytes;
  private long withdrawnBytes;
  private long requestedBytes;
  private double rateBytesPerSecond;
  private boolean begun;
  private boolean rated;
  private long dueNanos;
  private boolean waits;
  private boolean dropped;

  OutBundle(ShuffleId shuffle, SiteId to, Readers readers, DoubleFunction<Pacer.Limiter> limiters, Ticker ticker) {
    this.shuffle = shuffle;
    this.to = to;
    this.readers = readers;
    this.requested = new Lane(true, readers == Readers.IN_ORDER, ticker);
    this.ahead = new Lane(false, readers == Readers.IN_ORDER, ticker);
    this.limiters = limiters;
    this.floor = new Pacer(limiters, 0);
  }

  ShuffleId shuffle() {
    return shuffle;
  }

  SiteId to() {
    return to;
  }

  Optional<OutSegment> segment(SegmentCopy key) {
    return Optional.ofNullable(segments.get(key));
  }

  void add(OutSegment segment) {
    segments.put(segment.key(), segment);
    account(segment, 1);
  }

  void remove(OutSegment segment) {
    account(segment, -1);
    segments.remove(segment.key());
  }

  Collection<OutSegment> segments() {
    return segments.values();
  }

  /** Changes a segment and keeps the accounts right. */
  void change(OutSegment segment, Runnable change) {
    account(segment, -1);
    change.run();
    account(segment, 1);
  }

  private void account(OutSegment segment, int sign) {
    knownBytes += sign * segment.partLength();
    ackedBytes += sign * segment.ackedBytes();
    withdrawnBytes += segment.withdrawn() ? sign * (segment.partLength() - segment.ackedBytes()) : 0;
    requestedBytes += sign * segment.requestedOutstanding();
  }

  long ackedBytes() {
    return ackedBytes;
  }

  long withdrawnBytes() {
    return withdrawnBytes;
  }

  long requestedOutstandingBytes() {
    return requestedBytes;
  }

  long outstandingBytes() {
    return knownBytes - ackedBytes - withdrawnBytes;
  }

  Lane lane(boolean ofRequested) {
    return ofRequested ? requested : ahead;
  }

  /** The lane to which a byte of a segment belongs now. */
  Lane laneOf(OutSegment segment, long offset) {
    return lane(offset < segment.wanted());
  }

  void queue(OutSegment segment, boolean front) {
    waits = false;
    requested.queue(segment, front);
    ahead.queue(segment, front);
  }

  /** Moves what has been read ahead and is now waited for to the front lane. */
  void promote(OutSegment segment) {
    for (Block block : ahead.takeReady(ready -> ready.segment() == segment && ready.position() < segment.wanted())) {
      requested.ready(block);
      requested.readAhead(block.left());
    }
  }

  boolean hasWork() {
    return requested.hasWork() || ahead.hasWork();
  }

  Pacer pacer(Path path) {
    return pacers.computeIfAbsent(path, key -> new Pacer(limiters, phase(key)));
  }

  /** Any number from 0 to 1, always the same for a path and a shuffle. */
  private double phase(Path path) {
    return Integer.toUnsignedLong(PHASES.hashUnencodedChars(shuffle.value() + path).asInt()) * 0x1p-32;
  }

  /** Whether it has a floor: somebody reads it, and is not to be kept waiting, even if the schedule gives it nothing. */
  boolean hasFloor() {
    return readers != Readers.NONE;
  }

  /** The pacer of what it gets if it has a waiting reader and no rate. */
  Pacer floor() {
    return floor;
  }

  void rates(Map<Path, Double> rates, Set<Path> live, long nowNanos) {
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
  void ratesExpire() {
    rated = false;
  }

  /** Whether its rates are those that were asked for last. */
  boolean isRated() {
    return rated;
  }

  /** The live paths on which it has a rate: few of the many. New rates make a new map. */
  Map<Path, Pacer> paced() {
    return paced;
  }

  /** The sum of its rates on live paths. */
  double rate() {
    return rateBytesPerSecond;
  }

  /** Its rates let nothing go for so long; until then there is no use in trying, unless rates or segments change. */
  void waitFor(long nanos, long nowNanos) {
    waits = nanos > 0;
    dueNanos = nowNanos + nanos;
  }

  /** How long it is no use to try: 0 if it may be. */
  long waitNanos(long nowNanos) {
    return waits ? Math.max(0, dueNanos - nowNanos) : 0;
  }

  void credit(long bytes) {
    creditBytes = bytes;
    aheadAckedSinceCredit = 0;
  }

  void forgetCredit() {
    creditBytes = 0;
  }

  /** Room at the other end for bytes that nobody asked for, less what is on the way. */
  long creditLeft() {
    return Math.max(0, creditBytes - aheadInFlightBytes - aheadAckedSinceCredit);
  }

  void aheadLaunched(long bytes) {
    aheadInFlightBytes += bytes;
  }

  void aheadLanded(long bytes, boolean acked) {
    aheadInFlightBytes -= bytes;
    aheadAckedSinceCredit += acked ? bytes : 0;
  }

  void drop() {
    dropped = true;
  }

  boolean dropped() {
    return dropped;
  }

  @Override
  public String toString() {
    return shuffle + " to " + to;
  }
}
