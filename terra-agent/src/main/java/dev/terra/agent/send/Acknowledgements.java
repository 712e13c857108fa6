package dev.terra.agent.send;

import dev.terra.agent.wire.SegmentCopy;
import dev.terra.api.v1.SegmentAck;
import dev.terra.core.range.ByteRanges.ByteRange;
import dev.terra.core.wan.Path;
import dev.terra.core.wan.SiteId;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.BiConsumer;

/** What has become of bytes that were sent: acknowledged, or lost and to be sent again. On the agent's thread. */
final class Acknowledgements {
  private final Bundles bundles;
  private final Windows windows;
  private final Rereads rereads;
  private final Map<Path, Long> deliveredBytes = new HashMap<>();
  private final Map<Path, Long> carriedBytes = new HashMap<>();
  private BiConsumer<SegmentCopy, SiteId> aheadArrived = (copy, to) -> { };

  Acknowledgements(Bundles bundles, Windows windows, Rereads rereads) {
    this.bundles = bundles;
    this.windows = windows;
    this.rereads = rereads;
  }

  /** Calls this with each segment that went ahead of bulk once all of it has arrived at a site. */
  void onAheadArrived(BiConsumer<SegmentCopy, SiteId> listener) {
    aheadArrived = listener;
  }

  /** A receiving site has bytes, or has lost them; returns the bundles that may now send more. */
  Set<OutBundle> take(SiteId site, SegmentAck ack) {
    Set<OutBundle> changed = new LinkedHashSet<>();
    for (SegmentAck.Ranges ranges : ack.getRangesList()) {
      Optional<OutSegment> segment = bundles.find(ranges.getSegment());
      if (segment.isPresent() && segment.get().id().bundle().to().equals(site)) {
        OutBundle bundle = bundles.of(segment.get());
        take(bundle, segment.get(), ranges);
        changed.add(bundle);
      }
    }
    return changed;
  }

  private void take(OutBundle bundle, OutSegment segment, SegmentAck.Ranges ranges) {
    for (int i = 0; i + 1 < ranges.getBoundsCount(); i += 2) {
      ByteRange range = new ByteRange(ranges.getBounds(i), Math.min(ranges.getBounds(i + 1), segment.partLength()));
      if (ranges.getResend()) {
        resend(bundle, segment, range);
      } else if (ranges.getDropped()) {
        segment.land(range.start(), range.end()).forEach(this::lost);
      } else {
        acknowledged(bundle, segment, range);
      }
    }
  }

  private void acknowledged(OutBundle bundle, OutSegment segment, ByteRange range) {
    List<InFlight> done = new ArrayList<>();
    bundle.change(segment, () -> done.addAll(segment.acknowledge(range.start(), range.end())));
    for (InFlight chunk : done) {
      windows.remove(chunk);
      bundle.credit().landed(chunk, true);
      deliveredBytes.merge(chunk.tunnel().path(), chunk.length(), Long::sum);
      carriedBytes.merge(chunk.tunnel().path(), (long) chunk.wireBytes(), Long::sum);
      bundle.arrived(chunk);
    }
    if (segment.complete()) {
      windows.forget(segment.id());
      rereads.consider(segment);
      if (!bundle.isBulk()) {
        aheadArrived.accept(segment.key(), bundle.id().to());
      }
    }
  }

  private void resend(OutBundle bundle, OutSegment segment, ByteRange range) {
    windows.forget(segment.id());
    segment.land(range.start(), range.end()).forEach(this::lost);
    bundle.change(segment, () -> segment.lost(range.start(), range.end()));
    bundle.queue(segment, true);
  }

  /** A chunk has not arrived: its bytes are sent again before others. */
  void lost(InFlight chunk) {
    windows.remove(chunk);
    bundles.find(chunk.segment().bundle()).ifPresent(bundle -> {
      bundle.credit().landed(chunk, false);
      bundles.find(chunk.segment().number()).ifPresent(segment -> giveBack(bundle, segment, chunk));
    });
  }

  private static void giveBack(OutBundle bundle, OutSegment segment, InFlight chunk) {
    segment.land(chunk);
    segment.giveBack(chunk.start(), chunk.end());
    bundle.queue(segment, true);
  }

  /** Acknowledged bytes by the path on which they went; paths in the order of their names. */
  Map<Path, Long> deliveredBytes() {
    Map<Path, Long> sorted = new TreeMap<>(Comparator.comparing(Path::toString));
    sorted.putAll(deliveredBytes);
    return sorted;
  }

  /** The bytes on tunnels as which those came, by their path. */
  Map<Path, Long> carriedBytes() {
    return Map.copyOf(carriedBytes);
  }
}
