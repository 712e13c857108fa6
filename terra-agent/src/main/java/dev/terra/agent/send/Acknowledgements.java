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

/** Handles the fate of sent bytes: they are acknowledged, or they are lost and sent again. It is used on the agent's thread only. */
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

  /** Sets the listener that is called with each segment of a bundle above bulk once all of the segment has arrived at a site. */
  void onAheadArrived(BiConsumer<SegmentCopy, SiteId> listener) {
    aheadArrived = listener;
  }

  /** Handles a receiving site's report that it has bytes or has lost them. Returns the bundles that may send more because of it. */
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

  /** Notes that a chunk has not arrived: its bytes are queued in front of others, to be sent again. */
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

  /** Returns the acknowledged bytes by the path on which they were sent, sorted by the paths' names. */
  Map<Path, Long> deliveredBytes() {
    Map<Path, Long> sorted = new TreeMap<>(Comparator.comparing(Path::toString));
    sorted.putAll(deliveredBytes);
    return sorted;
  }

  /** Returns the acknowledged bytes by path, as counted on the tunnels: a compressed chunk counts with its compressed length. */
  Map<Path, Long> carriedBytes() {
    return Map.copyOf(carriedBytes);
  }
}
