package dev.terra.agent.send;

import com.google.common.base.Ticker;
import com.google.common.collect.ImmutableMap;
import dev.terra.agent.compress.BundleCompression;
import dev.terra.agent.compress.CompressionChoice;
import dev.terra.agent.pace.Pacer;
import dev.terra.agent.pace.Pacing;
import dev.terra.agent.wire.SegmentCopy;
import dev.terra.core.latency.LatencyClass;
import dev.terra.core.shuffle.BundleId;
import dev.terra.core.wan.Path;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.DoubleFunction;
import org.jspecify.annotations.Nullable;

/**
 * All segments of a shuffle that go to one other site, with a lane for each urgency, the accounts, the credit and the rates. It is used on
 * the agent's thread only.
 */
final class OutBundle {
  private final BundleId id;
  private final Readers readers;
  private final Lane requested;
  private final Lane ahead;
  private final Map<SegmentCopy, OutSegment> segments = new LinkedHashMap<>();
  private final Accounts accounts = new Accounts();
  private final Credit credit = new Credit();
  private final Pacing pacing;
  private final CompressionChoice compression;
  private final Map<Path, Long> sentBytes = new HashMap<>();
  private @Nullable ImmutableMap<Path, Long> sentSoFar;
  private long savedBytes;
  private int further;
  private boolean dropped;
  private Runnable onChange = () -> {};
  private LatencyClass latencyClass = LatencyClass.BULK;

  OutBundle(BundleId id, Readers readers, CompressionChoice compression, DoubleFunction<Pacer.Limiter> limiters, Ticker ticker) {
    this.id = id;
    this.readers = readers;
    this.compression = compression;
    this.requested = new Lane(Urgency.REQUESTED, readers == Readers.IN_ORDER, ticker);
    this.ahead = new Lane(Urgency.AHEAD, readers == Readers.IN_ORDER, ticker);
    this.pacing = new Pacing(id.shuffle(), limiters);
  }

  BundleId id() {
    return id;
  }

  /** Calls a watcher at once, and then whenever a segment or the class changes or anything is queued. */
  void watch(Runnable watcher) {
    onChange = watcher;
    watcher.run();
  }

  Optional<OutSegment> segment(SegmentCopy key) {
    return Optional.ofNullable(segments.get(key));
  }

  void add(OutSegment segment) {
    segments.put(segment.key(), segment);
    further += segment.key().isFurther() ? 1 : 0;
    accounts.add(segment);
    onChange.run();
  }

  void remove(OutSegment segment) {
    accounts.remove(segment);
    further -= segment.key().isFurther() ? 1 : 0;
    segments.remove(segment.key());
    onChange.run();
  }

  /** Returns how many of the segments are copies for further readers, or ranges of partitions. */
  int further() {
    return further;
  }

  Collection<OutSegment> segments() {
    return segments.values();
  }

  /** Changes a segment and updates the accounts accordingly. */
  void change(OutSegment segment, Runnable change) {
    accounts.change(segment, change);
    onChange.run();
  }

  /**
   * Returns the bundle's latency class. It is bulk unless the bundle has small fetches; chunks of other classes go ahead of bulk and have
   * no part in the schedule.
   */
  LatencyClass latencyClass() {
    return latencyClass;
  }

  void latencyClass(LatencyClass now) {
    latencyClass = now;
    pacing.expire();
    onChange.run();
  }

  boolean isBulk() {
    return latencyClass == LatencyClass.BULK;
  }

  Accounts accounts() {
    return accounts;
  }

  Credit credit() {
    return credit;
  }

  Pacing pacing() {
    return pacing;
  }

  /** Notes that a chunk has been acknowledged. */
  void arrived(InFlight chunk) {
    savedBytes += chunk.length() - chunk.wireBytes();
  }

  /** Returns what compression achieves for the bundle, and what it costs. */
  BundleCompression compressed() {
    return new BundleCompression(compression.wireShare(), compression.share(), Math.min(savedBytes, accounts.ackedBytes()),
        compression.spentNanos());
  }

  /** Returns the choice of which chunks are compressed. */
  CompressionChoice compression() {
    return compression;
  }

  /** Notes that a chunk of so many bytes, as counted on the links, was sent on a path. */
  void sent(Path path, int wireBytes) {
    if (sentBytes.size() < BundleId.MOST_SENT_PATHS || sentBytes.containsKey(path)) {
      sentBytes.merge(path, (long) wireBytes, Long::sum);
      sentSoFar = null;
    }
  }

  /** Returns the bytes sent on each path, including bytes that were sent again. It is the same object until more is sent. */
  ImmutableMap<Path, Long> sentBytes() {
    ImmutableMap<Path, Long> sum = sentSoFar == null ? ImmutableMap.copyOf(sentBytes) : sentSoFar;
    sentSoFar = sum;
    return sum;
  }

  Lane lane(Urgency urgency) {
    return urgency == Urgency.REQUESTED ? requested : ahead;
  }

  void queue(OutSegment segment, boolean front) {
    pacing.tryAgain();
    requested.queue(segment, front);
    ahead.queue(segment, front);
    onChange.run();
  }

  /** Moves blocks of a segment that were read ahead and that a reader waits for to the lane of requested bytes. */
  void promote(OutSegment segment) {
    for (Block block : ahead.takeReady(ready -> ready.segment() == segment && ready.urgency() == Urgency.REQUESTED)) {
      requested.ready(block);
      requested.readAhead(block.left());
    }
  }

  boolean hasWork() {
    return requested.hasWork() || ahead.hasWork();
  }

  /** Returns whether the bundle has a floor, so that its readers receive bytes even if the schedule gives it no rate. */
  boolean hasFloor() {
    return readers != Readers.NONE;
  }

  void drop() {
    dropped = true;
    onChange = () -> {};
  }

  boolean dropped() {
    return dropped;
  }

  @Override
  public String toString() {
    return id.toString();
  }
}
