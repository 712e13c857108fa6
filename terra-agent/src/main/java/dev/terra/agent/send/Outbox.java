package dev.terra.agent.send;

import com.google.common.base.Ticker;
import dev.terra.agent.stats.Events;
import dev.terra.agent.tunnel.Tunnel;
import dev.terra.agent.wire.SegmentCopy;
import dev.terra.api.v1.AheadCredit;
import dev.terra.api.v1.SegmentAck;
import dev.terra.api.v1.SegmentMeta;
import dev.terra.api.v1.SegmentRequest;
import dev.terra.core.range.ByteRanges.ByteRange;
import dev.terra.core.shuffle.ShuffleId;
import dev.terra.core.wan.Path;
import dev.terra.core.wan.SiteId;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Everything that leaves this site: which segments go where, what of them has been acknowledged, and what is to be sent
 * again. The sending itself is the {@link Pump}'s. On the agent's thread.
 */
public final class Outbox {
  private static final Logger log = LoggerFactory.getLogger(Outbox.class);
  /** An acknowledgement that is later than this was lost in a way that no rule foresees: the bytes are sent again. */
  private static final long LOST_NANOS = TimeUnit.SECONDS.toNanos(10);

  private final SegmentBook book;
  private final Events events;
  private final Ticker ticker;
  private final Pump pump;
  private final Map<ShuffleId, Map<SiteId, OutBundle>> bundles = new LinkedHashMap<>();
  private final Map<Long, OutSegment> byId = new HashMap<>();
  private final Map<Path, Long> deliveredBytes = new HashMap<>();
  private final Replier replier;
  private final Rereads rereads;
  private long nextId;

  /** How a control frame gets to a site: on its best live tunnel. */
  public interface Replier {
    /** Sends it, if there is any tunnel. */
    void send(SiteId site, SegmentMeta meta);
  }

  /**
   * An empty outbox.
   *
   * @param firstId of its segments: random, so that no number of an earlier session is used again
   */
  public Outbox(SegmentBook book, Pump pump, Replier replier, Events events, Ticker ticker, long firstId) {
    this.book = book;
    this.pump = pump;
    this.replier = replier;
    this.events = events;
    this.ticker = ticker;
    this.rereads = new Rereads(pump.source(), segment -> replier.send(segment.bundle().to(), meta(segment)), this::unreadable);
    this.nextId = firstId & (Long.MAX_VALUE >>> 1);
    pump.attach(this);
  }

  Collection<OutBundle> bundles() {
    List<OutBundle> all = new ArrayList<>();
    bundles.values().forEach(ofShuffle -> all.addAll(ofShuffle.values()));
    return all;
  }

  private OutBundle bundle(ShuffleId shuffle, SiteId to) {
    return bundles.computeIfAbsent(shuffle, key -> new LinkedHashMap<>())
        .computeIfAbsent(to, key -> new OutBundle(shuffle, to, book.readers(shuffle), pump.limiters(), ticker));
  }

  private Optional<OutSegment> known(SegmentCopy key, SiteId to) {
    return Optional.ofNullable(bundles.getOrDefault(key.shuffle(), Map.of()).get(to)).flatMap(bundle -> bundle.segment(key));
  }

  private OutSegment segment(SegmentCopy key, SiteId to, SegmentBook.Entry entry) {
    return known(key, to).orElseGet(() -> {
      OutBundle bundle = bundle(key.shuffle(), to);
      OutSegment segment = new OutSegment(nextId++, key, bundle, entry.servedAs(), entry.partLength(), entry.rawLength());
      bundle.add(segment);
      byId.put(segment.id(), segment);
      return segment;
    });
  }

  /**
   * A segment may be sent to a site before anyone there asks for it, unless it has been withdrawn. It goes with the next
   * {@link Pump#run}.
   */
  public void push(SegmentCopy key, SiteId to) {
    SegmentBook.Entry entry = book.find(key);
    if (!entry.problem().isEmpty()) {
      return;
    }
    OutSegment segment = segment(key, to, entry);
    if (!segment.withdrawn() && !segment.complete()) {
      segment.bundle().change(segment, segment::push);
      segment.bundle().queue(segment, false);
    }
  }

  /** A segment goes to its reader without Terra: none of it is to be sent to that site. */
  public void withdraw(SegmentCopy key, SiteId to, long partLength) {
    OutSegment segment = segment(key, to, new SegmentBook.Entry(SegmentBook.ServedAs.NOBODY, partLength, partLength));
    segment.bundle().change(segment, segment::withdraw);
  }

  /** The reader of a partition that was thought to be at a site is elsewhere: what has not been sent there is not to be. */
  public void withdrawPartition(ShuffleId shuffle, int partition, SiteId to) {
    OutBundle bundle = bundles.getOrDefault(shuffle, Map.of()).get(to);
    if (bundle != null) {
      bundle.segments().stream().filter(segment -> segment.key().segment().partition() == partition && !segment.complete())
          .toList().forEach(segment -> bundle.change(segment, segment::withdraw));
    }
  }

  /** What a site wants of a segment. */
  public enum Demand {
    /** Nobody there has asked for it. */
    NONE,
    /** Somebody waits for it, or has it. */
    ASKED,
    /** Whoever asked, or might have, has gone another way. */
    WITHDRAWN
  }

  /** Whether a segment has been asked for. */
  public Demand demand(SegmentCopy key, SiteId to) {
    return known(key, to).map(OutSegment::demand).orElse(Demand.NONE);
  }

  /** A receiving site asks for segments, or says that it does not need them. */
  public void request(SiteId site, SegmentRequest request) {
    for (int i = 0; i < request.getOutputsCount(); i++) {
      SegmentCopy key = SegmentCopy.of(request, i);
      if (request.getWithdrawn()) {
        known(key, site).ifPresent(segment -> segment.bundle().change(segment, segment::withdraw));
      } else {
        request(key, site, i < request.getWantedBytesCount() ? request.getWantedBytes(i) : 0);
      }
    }
    Optional.ofNullable(bundles.getOrDefault(new ShuffleId(request.getShuffle()), Map.of()).get(site)).ifPresent(pump::wake);
  }

  private void request(SegmentCopy key, SiteId site, long wanted) {
    SegmentBook.Entry entry = book.find(key);
    if (entry.awaited()) {
      return;
    }
    if (!entry.problem().isEmpty()) {
      replier.send(site, describe(0, key, entry.partLength(), entry.rawLength()).setProblem(entry.problem()).build());
      return;
    }
    OutSegment segment = segment(key, site, entry);
    if (segment.partLength() != entry.partLength() || segment.servedAs().user().isEmpty()) {
      segment = replace(segment, entry);
    }
    OutSegment current = segment;
    current.clearProblem();
    current.bundle().change(current, () -> current.want(wanted < 0 ? current.partLength() : wanted));
    replier.send(site, meta(current));
    current.bundle().promote(current);
    current.bundle().queue(current, false);
    rereads.consider(current);
  }

  /** A segment of which only the length had been known, from an offer. */
  private OutSegment replace(OutSegment old, SegmentBook.Entry entry) {
    OutBundle bundle = old.bundle();
    bundle.change(old, old::withdraw);
    bundle.remove(old);
    byId.remove(old.id());
    return segment(old.key(), bundle.to(), entry);
  }

  static SegmentMeta meta(OutSegment segment) {
    SegmentMeta.Builder meta = describe(segment.id(), segment.key(), segment.partLength(), segment.rawLength())
        .setAcknowledgedBytes(segment.ackedBytes());
    segment.checksum().ifPresentOrElse(meta::setCrc32C, () -> meta.setCrcFollows(true));
    return meta.build();
  }

  private static SegmentMeta.Builder describe(long id, SegmentCopy key, long partLength, long rawLength) {
    return key.describe().setSegment(id).setPartLength(partLength).setRawLength(rawLength);
  }

  /** The bytes of a segment can't be had: its reader goes to the origin. */
  void unreadable(OutSegment segment, String why) {
    log.warn("segment {} cannot be read for {}: {}", segment.key(), segment.bundle().to(), why);
    segment.problem(why);
    segment.bundle().change(segment, segment::withdraw);
    replier.send(segment.bundle().to(),
        describe(segment.id(), segment.key(), segment.partLength(), segment.rawLength()).setProblem(why).build());
  }

  /** A receiving site has bytes, or has lost them. */
  public void ack(SiteId site, SegmentAck ack) {
    Set<OutBundle> changed = new LinkedHashSet<>();
    for (SegmentAck.Ranges ranges : ack.getRangesList()) {
      OutSegment segment = byId.get(ranges.getSegment());
      if (segment == null || !segment.bundle().to().equals(site)) {
        continue;
      }
      for (int i = 0; i + 1 < ranges.getBoundsCount(); i += 2) {
        ByteRange range = new ByteRange(ranges.getBounds(i), Math.min(ranges.getBounds(i + 1), segment.partLength()));
        if (ranges.getResend()) {
          resend(segment, range);
        } else if (ranges.getDropped()) {
          segment.land(range.start(), range.end()).forEach(this::land);
        } else {
          acked(segment, range);
        }
      }
      changed.add(segment.bundle());
    }
    changed.forEach(pump::wake);
  }

  private void acked(OutSegment segment, ByteRange range) {
    OutBundle bundle = segment.bundle();
    List<InFlight> done = new ArrayList<>();
    bundle.change(segment, () -> done.addAll(segment.acknowledge(range.start(), range.end())));
    for (InFlight chunk : done) {
      chunk.window().remove(chunk);
      if (chunk.ahead()) {
        bundle.aheadLanded(chunk.length(), true);
      }
      deliveredBytes.merge(chunk.window().tunnel().path(), chunk.length(), Long::sum);
    }
    if (segment.complete()) {
      pump.forget(segment);
      rereads.consider(segment);
    }
  }

  private void resend(OutSegment segment, ByteRange range) {
    pump.forget(segment);
    segment.land(range.start(), range.end()).forEach(this::land);
    segment.bundle().change(segment, () -> segment.lost(range.start(), range.end()));
    segment.bundle().queue(segment, true);
  }

  private void land(InFlight chunk) {
    chunk.window().remove(chunk);
    giveBack(chunk);
  }

  private void giveBack(InFlight chunk) {
    OutSegment segment = chunk.segment();
    segment.land(chunk);
    if (chunk.ahead()) {
      segment.bundle().aheadLanded(chunk.length(), false);
    }
    segment.giveBack(chunk.start(), chunk.end());
    segment.bundle().queue(segment, true);
  }

  /** The bytes under way on a tunnel that is gone are sent on others, before anything else. */
  public void tunnelDown(Tunnel tunnel) {
    pump.remove(tunnel).ifPresent(window -> {
      List<InFlight> lost = window.drain();
      lost.stream().map(chunk -> chunk.segment().bundle()).distinct().forEach(pump::putBack);
      for (int i = lost.size() - 1; i >= 0; i--) {
        giveBack(lost.get(i));
      }
      long bytes = lost.stream().mapToLong(InFlight::length).sum();
      if (bytes > 0) {
        events.add("resend", tunnel.path().toString(), bytes + " bytes under way are sent again on other tunnels");
        pump.noteResumption(tunnel.path());
      }
      if (!pump.reaches(tunnel.peerSite())) {
        bundles().stream().filter(bundle -> bundle.to().equals(tunnel.peerSite())).forEach(OutBundle::forgetCredit);
      }
    });
    pump.wakeAll();
  }

  void resumed(String lost, Path on) {
    events.add("resumed", lost, "first bytes that were under way on it went out again on " + on);
  }

  /** A tunnel to another site is up. */
  public void tunnelUp(Tunnel tunnel) {
    pump.add(tunnel);
    pump.wakeAll();
  }

  /** A receiving site says how much room it has. */
  public void credit(SiteId site, AheadCredit credit) {
    OutBundle bundle = bundles.getOrDefault(new ShuffleId(credit.getShuffle()), Map.of()).get(site);
    if (bundle != null && credit.getBytes() >= 0) {
      bundle.credit(credit.getBytes());
      pump.wake(bundle);
    }
  }

  /** Sends again what should have been acknowledged long ago. To be called every second. */
  public void tick() {
    long before = ticker.read() - LOST_NANOS;
    for (InFlight chunk : pump.sentBefore(before)) {
      log.warn("tunnel {}: bytes {}..{} of {} not acknowledged for {} s, sent again", chunk.window().tunnel(), chunk.start(),
          chunk.end(), chunk.segment(), TimeUnit.NANOSECONDS.toSeconds(LOST_NANOS));
      land(chunk);
      pump.wake(chunk.segment().bundle());
    }
  }

  /** A shuffle is over. */
  public void dropShuffle(ShuffleId shuffle) {
    Map<SiteId, OutBundle> ofShuffle = bundles.remove(shuffle);
    if (ofShuffle == null) {
      return;
    }
    for (OutBundle bundle : ofShuffle.values()) {
      bundle.drop();
      pump.drop(bundle);
      for (OutSegment segment : bundle.segments()) {
        byId.remove(segment.id());
        pump.forget(segment);
        segment.withdraw();
        segment.land(0, Long.MAX_VALUE).forEach(chunk -> chunk.window().remove(chunk));
      }
    }
  }

  /** Forgets everything and releases what was read. */
  public void close() {
    List.copyOf(bundles.keySet()).forEach(this::dropShuffle);
  }

  /**
   * The account of one bundle, in bytes: acknowledged by the receiver, sent another way, still to go, and waited for among
   * those.
   */
  public record Progress(ShuffleId shuffle, SiteId to, long acked, long withdrawn, long outstanding, long requestedOutstanding) {}

  /** The accounts of all bundles. */
  public List<Progress> progress() {
    return bundles().stream().map(bundle -> new Progress(bundle.shuffle(), bundle.to(), bundle.ackedBytes(), bundle.withdrawnBytes(),
        bundle.outstandingBytes(), bundle.requestedOutstandingBytes())).toList();
  }

  /** Acknowledged bytes by the path on which they went, since this agent started; paths in the order of their names. */
  public Map<Path, Long> deliveredBytes() {
    Map<Path, Long> sorted = new TreeMap<>(Comparator.comparing(Path::toString));
    sorted.putAll(deliveredBytes);
    return sorted;
  }
}
