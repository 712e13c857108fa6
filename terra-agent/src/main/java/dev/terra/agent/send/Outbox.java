package dev.terra.agent.send;

import com.google.common.base.Ticker;
import com.google.common.collect.ImmutableMap;
import dev.terra.agent.compress.BundleCompression;
import dev.terra.agent.tunnel.Tunnel;
import dev.terra.agent.wire.SegmentCopy;
import dev.terra.api.timing.ProtocolTiming;
import dev.terra.api.v1.AheadCredit;
import dev.terra.api.v1.SegmentAck;
import dev.terra.api.v1.SegmentRequest;
import dev.terra.core.latency.LatencyClass;
import dev.terra.core.shuffle.BundleId;
import dev.terra.core.shuffle.ShuffleId;
import dev.terra.core.wan.Path;
import dev.terra.core.wan.SiteId;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Everything that leaves this site: which segments go to which site, which of their bytes are acknowledged, and which are to be sent again.
 * The {@link Pump} does the sending. It is used on the agent's thread only.
 */
public final class Outbox {
  private static final Logger log = LoggerFactory.getLogger(Outbox.class);
  /** A chunk that is not acknowledged within this time is sent again, whatever the reason. No other rule covers such a loss. */
  private static final long LOST_NANOS = ProtocolTiming.CHUNK_LOST.nanos();

  /**
   * The most copies for further readers, and ranges of partitions, that a site may request of a shuffle. It suffices for a thousand readers
   * of a broadcast of a hundred outputs. Everything else is bounded by the shuffle's outputs and partitions. What exceeds the bound takes
   * the stock path.
   */
  static final int MOST_FURTHER = 100_000;

  private final SiteId site;
  private final SegmentBook book;
  private final SegmentAnswers answers;
  private final Ticker ticker;
  private final Pump pump;
  private final Bundles bundles;
  private final Rereads rereads;
  private final Acknowledgements acknowledgements;
  private long nextNumber;

  /**
   * Creates the empty outbox of a site.
   *
   * @param firstNumber the number of its first segment: random, so that no number of an earlier session is used again
   */
  public Outbox(SiteId site, SegmentBook book, Pump pump, Ticker ticker, long firstNumber) {
    this.site = site;
    this.book = book;
    this.pump = pump;
    this.answers = pump.answers();
    this.ticker = ticker;
    this.bundles = pump.bundles();
    this.rereads = new Rereads(pump.source(), bundles, answers);
    this.acknowledgements = new Acknowledgements(bundles, pump.windows(), rereads);
    this.nextNumber = firstNumber & (Long.MAX_VALUE >>> 1);
  }

  private OutSegment segment(SegmentCopy key, SiteId to, SegmentBook.Entry entry) {
    return bundles.find(key, to).orElseGet(() -> {
      OutBundle bundle = pump.bundle(new BundleId(key.shuffle(), site, to), book.readers(key.shuffle()), book.job(key.shuffle()));
      OutSegment segment = new OutSegment(new OutSegmentId(bundle.id(), nextNumber++), key, entry);
      bundles.add(segment);
      return segment;
    });
  }

  /**
   * Allows a segment to be sent to a site before a reader there requests it, unless it has been withdrawn. It is sent with the next
   * {@link Pump#run}.
   */
  public void push(SegmentCopy key, SiteId to) {
    SegmentBook.Entry entry = book.find(key);
    if (!entry.problem().isEmpty()) {
      return;
    }
    OutSegment segment = segment(key, to, entry);
    if (!segment.withdrawn() && !segment.complete()) {
      OutBundle bundle = bundles.of(segment);
      bundle.change(segment, segment::push);
      bundle.queue(segment, false);
    }
  }

  /**
   * Sets the latency class of what is sent of a shuffle to a site. What has a class above bulk goes ahead of bulk and has no part in the
   * schedule.
   */
  public void classify(ShuffleId shuffle, SiteId to, LatencyClass latencyClass) {
    OutBundle bundle = pump.bundle(new BundleId(shuffle, site, to), book.readers(shuffle), book.job(shuffle));
    if (bundle.latencyClass() != latencyClass) {
      bundle.latencyClass(latencyClass);
    }
  }

  /** Withdraws a segment that goes to its reader without Terra: none of it is to be sent to that site. */
  public void withdraw(SegmentCopy key, SiteId to, long partLength) {
    OutSegment segment = segment(key, to, new SegmentBook.Entry(SegmentBook.ServedAs.NOBODY, partLength, partLength));
    bundles.of(segment).change(segment, segment::withdraw);
  }

  /** Withdraws all incomplete segments of a shuffle for a site that needs nothing more of it. */
  public void withdraw(ShuffleId shuffle, SiteId to) {
    bundles.find(shuffle, to).ifPresent(bundle -> withdraw(bundle, bundle.segments().stream()));
  }

  private static void withdraw(OutBundle bundle, Stream<OutSegment> segments) {
    segments.filter(segment -> !segment.complete()).toList().forEach(segment -> bundle.change(segment, segment::withdraw));
  }

  /** Withdraws the segments of a partition whose only reader is not at a site any more: nothing of the partition is to be sent there. */
  public void withdrawPartition(ShuffleId shuffle, int partition, SiteId to) {
    bundles.find(shuffle, to).ifPresent(bundle -> withdraw(bundle, ofPartition(bundle, partition)));
  }

  private static Stream<OutSegment> ofPartition(OutBundle bundle, int partition) {
    return bundle.segments().stream().filter(segment -> segment.key().segment().partition() == partition);
  }

  /**
   * Restricts a partition to what readers at a site request. This is used when the partition's reader turns out to be at another site,
   * since another attempt may still read it at this one.
   */
  public void sendOnlyAsked(ShuffleId shuffle, int partition, SiteId to) {
    bundles.find(shuffle, to).ifPresent(bundle -> sendOnlyAsked(bundle, ofPartition(bundle, partition)));
  }

  /** Restricts a shuffle to what readers request: nothing else of it is sent. */
  public void sendOnlyAsked(ShuffleId shuffle) {
    bundles.of(shuffle).forEach(bundle -> sendOnlyAsked(bundle, bundle.segments().stream()));
  }

  private static void sendOnlyAsked(OutBundle bundle, Stream<OutSegment> segments) {
    segments.toList().forEach(segment -> bundle.change(segment, segment::onlyAsked));
  }

  /** Returns whether a segment has been pushed, withdrawn or requested, so that its bytes are in an account. */
  public boolean knows(SegmentCopy key, SiteId to) {
    return bundles.find(key, to).isPresent();
  }

  /** Returns what a site wants of a segment. */
  public Demand demand(SegmentCopy key, SiteId to) {
    return bundles.find(key, to).map(OutSegment::demand).orElse(Demand.NONE);
  }

  /** Handles a receiving site's request for segments, or its notice that it does not need them. */
  public void request(SiteId by, SegmentRequest request) {
    for (int i = 0; i < request.getOutputsCount(); i++) {
      SegmentCopy key = SegmentCopy.of(request, i);
      if (request.getWithdrawn()) {
        bundles.find(key, by).ifPresent(segment -> bundles.of(segment).change(segment, segment::withdraw));
      } else {
        request(key, by, i < request.getWantedBytesCount() ? request.getWantedBytes(i) : 0);
      }
    }
    bundles.find(new ShuffleId(request.getShuffle()), by).ifPresent(pump::wake);
  }

  private void request(SegmentCopy key, SiteId by, long wanted) {
    SegmentBook.Entry entry = book.find(key);
    if (entry.awaited()) {
      return;
    }
    if (!entry.problem().isEmpty()) {
      answers.refuse(by, key, entry);
      return;
    }
    if (key.isFurther() && isFull(key, by)) {
      answers.decline(by, key, by + " has requested " + MOST_FURTHER + " copies and ranges of " + key.shuffle());
      return;
    }
    OutSegment segment = segment(key, by, entry);
    if (segment.partLength() != entry.partLength() || segment.servedAs().user().isEmpty()) {
      segment = replace(segment, entry);
    }
    OutSegment current = segment;
    OutBundle bundle = bundles.of(current);
    bundle.change(current, () -> current.want(wanted < 0 ? current.partLength() : wanted));
    answers.describe(current);
    bundle.promote(current);
    bundle.queue(current, false);
    rereads.consider(current);
  }

  private boolean isFull(SegmentCopy key, SiteId by) {
    return bundles.find(key.shuffle(), by).filter(bundle -> bundle.further() >= MOST_FURTHER
        && bundle.segment(key).isEmpty()).isPresent();
  }

  /** Replaces a segment of which only the length was known, from an offer. */
  private OutSegment replace(OutSegment old, SegmentBook.Entry entry) {
    bundles.of(old).change(old, old::withdraw);
    bundles.remove(old);
    return segment(old.key(), old.id().bundle().to(), entry);
  }

  /** Sets the listener that is called with each segment of a bundle above bulk once all of the segment has arrived at a site. */
  public void onAheadArrived(BiConsumer<SegmentCopy, SiteId> listener) {
    acknowledgements.onAheadArrived(listener);
  }

  /** Handles a receiving site's report that it has bytes or has lost them. */
  public void ack(SiteId by, SegmentAck ack) {
    acknowledgements.take(by, ack).forEach(pump::wake);
  }

  /** Queues the bytes that were under way on a tunnel that is gone, to be sent on other tunnels before anything else. */
  public void tunnelDown(Tunnel tunnel) {
    List<InFlight> chunks = pump.windows().remove(tunnel).map(TunnelWindow::drain).orElse(List.of());
    Set<OutBundle> touched = new LinkedHashSet<>();
    chunks.forEach(chunk -> bundles.find(chunk.segment().bundle()).ifPresent(touched::add));
    long bytes = chunks.stream().mapToLong(InFlight::length).sum();
    pump.lost(tunnel, touched, bytes);
    for (int i = chunks.size() - 1; i >= 0; i--) {
      acknowledgements.lost(chunks.get(i));
    }
    if (!pump.windows().reaches(tunnel.peerSite())) {
      pump.forgetCredit(tunnel.peerSite());
    }
    pump.wakeAll();
  }

  /** Notes that a tunnel to another site is up. */
  public void tunnelUp(Tunnel tunnel) {
    pump.windows().add(tunnel);
    pump.wakeAll();
  }

  /** Handles a receiving site's grant of room for a shuffle. */
  public void credit(SiteId by, AheadCredit credit) {
    if (credit.getBytes() >= 0) {
      bundles.find(new ShuffleId(credit.getShuffle()), by).ifPresent(bundle -> pump.credit(bundle, credit.getBytes()));
    }
  }

  /** Sends chunks again whose acknowledgement is overdue. It is to be called every second. */
  public void tick() {
    for (InFlight chunk : pump.windows().sentBefore(ticker.read() - LOST_NANOS)) {
      log.warn("tunnel {}: bytes {}..{} of segment {} of {} not acknowledged for {} s, sent again", chunk.tunnel(), chunk.start(),
          chunk.end(), chunk.segment().number(), chunk.segment().bundle(), TimeUnit.NANOSECONDS.toSeconds(LOST_NANOS));
      acknowledgements.lost(chunk);
      bundles.find(chunk.segment().bundle()).ifPresent(pump::wake);
    }
  }

  /** Drops a shuffle that is over. */
  public void dropShuffle(ShuffleId shuffle) {
    for (OutBundle bundle : bundles.drop(shuffle)) {
      pump.drop(bundle);
      for (OutSegment segment : bundle.segments()) {
        pump.windows().forget(segment.id());
        segment.withdraw();
        segment.land(0, Long.MAX_VALUE).forEach(pump.windows()::remove);
      }
    }
  }

  /** Drops everything and releases the bytes that were read. */
  public void close() {
    List.copyOf(bundles.shuffles()).forEach(this::dropShuffle);
  }

  /**
   * The account of one bundle, in bytes: acknowledged by the receiver, sent another way, still to be acknowledged, of these the ones that
   * readers wait for, and under way. A bundle above bulk has no part in the schedule: the last three are 0 for it.
   *
   * @param compressed what compression achieves for the bundle, and what it costs
   * @param sent the bytes on links by path, including bytes that were sent again
   */
  public record Progress(BundleId id, long acked, long withdrawn, long outstanding, long requestedOutstanding,
      long underWay, BundleCompression compressed, ImmutableMap<Path, Long> sent) {
    /** Returns the bytes that are still to be sent. */
    public long unsent() {
      return Math.max(0, outstanding - underWay);
    }
  }

  /** Returns the accounts of all bundles. */
  public List<Progress> progress() {
    return bundles.all().stream().map(this::progress).toList();
  }

  /** Returns the accounts of a shuffle's bundles. */
  public List<Progress> progress(ShuffleId shuffle) {
    return bundles.of(shuffle).stream().map(this::progress).toList();
  }

  /** Returns the accounts that may have changed since the last call. */
  public List<Progress> takeChanged() {
    return bundles.takeChanged(pump.windows()::underWay).stream().map(this::progress).toList();
  }

  private Progress progress(OutBundle bundle) {
    Accounts accounts = bundle.accounts();
    boolean isPlanned = bundle.isBulk();
    return new Progress(bundle.id(), accounts.ackedBytes(), accounts.withdrawnBytes(), isPlanned ? accounts.outstandingBytes() : 0,
        isPlanned ? accounts.requestedBytes() : 0, isPlanned ? pump.windows().underWay(bundle.id()) : 0, bundle.compressed(),
        bundle.sentBytes());
  }

  /** Returns the bytes acknowledged since this agent started, by the path on which they were sent, sorted by the paths' names. */
  public Map<Path, Long> deliveredBytes() {
    return acknowledgements.deliveredBytes();
  }

  /** Returns the acknowledged bytes by path, as counted on the tunnels: a compressed chunk counts with its compressed length. */
  public Map<Path, Long> carriedBytes() {
    return acknowledgements.carriedBytes();
  }
}
