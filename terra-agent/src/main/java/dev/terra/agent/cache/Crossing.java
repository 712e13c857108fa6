package dev.terra.agent.cache;

import com.google.common.primitives.Ints;
import dev.terra.agent.cache.CachedSegment.Loss;
import dev.terra.agent.receive.FetchControl;
import dev.terra.agent.receive.FetchSink;
import dev.terra.api.v1.FetchHead;
import dev.terra.api.v1.SegmentLength;
import dev.terra.core.shuffle.ShuffleId;
import dev.terra.core.wan.SiteId;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A group of segments that crosses the WAN once for all its readers. It is the sink of the one fetch of these segments, and puts them into
 * the cache. If they find no room there, they go straight to one reader. It is used on the agent's thread only.
 */
final class Crossing implements FetchSink, FetchControl {
  private static final Logger log = LoggerFactory.getLogger(Crossing.class);

  private final SegmentCache cache;
  private final List<CachedSegment> segments;
  private final Owner owner;
  private List<SegmentLength> lengths = List.of();
  private @Nullable FetchControl fetch;
  private @Nullable FetchSink straight;
  private int current;
  private long ofCurrent;
  private boolean over;

  /** The owner that began the crossing. */
  interface Owner {
    /** Handles that the cache has no room for the segments: makes the crossing go straight, or gives it up. */
    void refused(Crossing crossing, FetchHead head, long bodyBytes);

    /** Notes that bytes of a shuffle have crossed the WAN into the cache. */
    void crossed(ShuffleId shuffle, long bytes);
  }

  /** Creates the crossing of segments that are not in the cache, all of one shuffle and one site. */
  Crossing(SegmentCache cache, List<CachedSegment> segments, Owner owner) {
    this.cache = cache;
    this.segments = segments;
    this.owner = owner;
  }

  /** Sets the fetch whose sink this is; null if the fetch was refused. */
  void by(@Nullable FetchControl begun) {
    fetch = begun;
    if (over) {
      cancel();
    }
  }

  List<CachedSegment> segments() {
    return segments;
  }

  boolean isOf(ShuffleId shuffle) {
    return segments.get(0).id().shuffle().equals(shuffle);
  }

  SiteId source() {
    return segments.get(0).source();
  }

  /** Returns whether nothing more arrives in the cache by this crossing. */
  boolean isOver() {
    return over || straight != null;
  }

  /** Returns whether no reader needs what is still to arrive. */
  boolean isUnread() {
    return !isOver() && segments.stream().noneMatch(segment -> !segment.isWhole() && segment.hasReaders());
  }

  @Override
  public boolean takesChecksums() {
    return true;
  }

  @Override
  public boolean isWritable() {
    return straight == null ? !over : straight.isWritable();
  }

  @Override
  public void head(FetchHead head, long bodyBytes) {
    lengths = head.getSegmentsList();
    if (over) {
      return;
    }
    if (cache.describe(segments, lengths)) {
      tellAll();
    } else {
      owner.refused(this, head, bodyBytes);
    }
  }

  /** Passes everything to one reader, and nothing into the cache. */
  void goStraight(FetchSink reader, FetchHead head, long bodyBytes) {
    straight = reader;
    boolean checksums = reader.takesChecksums();
    long sums = checksums ? 0 : (long) Integer.BYTES * lengths.size();
    reader.head(head.toBuilder().setChecksums(checksums).build(), bodyBytes - sums);
  }

  @Override
  public void bytes(byte[] data) {
    boolean checksum = ofCurrent == lengths.get(current).getPartLength();
    int at = current;
    current += checksum ? 1 : 0;
    ofCurrent = checksum ? 0 : ofCurrent + data.length;
    if (straight != null) {
      pass(straight, data, checksum);
    } else if (!over) {
      store(segments.get(at), data, checksum);
    }
  }

  private static void pass(FetchSink reader, byte[] data, boolean checksum) {
    if (!checksum || reader.takesChecksums()) {
      reader.bytes(data);
    }
  }

  private void store(CachedSegment segment, byte[] data, boolean checksum) {
    if (!checksum) {
      owner.crossed(segment.id().shuffle(), data.length);
      cache.add(segment, data);
      if (segment.isCrumbled()) {
        stop(Loss.FAILED, "segment " + segment + " came in pieces that are too small for the cache");
        return;
      }
    } else if (!segment.finish(Ints.fromByteArray(data)) && !segment.isGone()) {
      log.error("segment {} came with a wrong checksum into the cache", segment);
      stop(Loss.FAILED, "segment " + segment + " came with a wrong checksum");
      return;
    }
    segment.readers().forEach(CachedSegment.Reader::news);
  }

  private void tellAll() {
    readers().forEach(CachedSegment.Reader::news);
  }

  private Set<CachedSegment.Reader> readers() {
    Set<CachedSegment.Reader> all = new LinkedHashSet<>();
    segments.stream().filter(segment -> !segment.isWhole()).forEach(segment -> all.addAll(segment.readers()));
    return all;
  }

  @Override
  public void end() {
    if (straight != null) {
      straight.end();
    }
    over = true;
  }

  @Override
  public void fail(String reason) {
    if (straight != null) {
      straight.fail(reason);
    } else {
      lose(Loss.FAILED, reason);
    }
  }

  @Override
  public void bypassed(String reason) {
    if (straight != null) {
      straight.bypassed(reason);
    } else {
      lose(Loss.BYPASSED, reason);
    }
  }

  @Override
  public void gone() {
    if (straight != null) {
      straight.gone();
    }
  }

  /** Gives up what has not arrived yet, and cancels the fetch. */
  void stop(Loss loss, String why) {
    lose(loss, why);
    cancel();
  }

  private void lose(Loss loss, String why) {
    if (over) {
      return;
    }
    over = true;
    Set<CachedSegment.Reader> readers = readers();
    segments.stream().filter(segment -> !segment.isWhole()).forEach(cache::remove);
    readers.forEach(reader -> reader.lost(loss, why));
  }

  @Override
  public void proceed() {
    if (fetch != null) {
      fetch.proceed();
    }
  }

  @Override
  public void cancel() {
    if (fetch != null) {
      fetch.cancel();
    }
  }
}
