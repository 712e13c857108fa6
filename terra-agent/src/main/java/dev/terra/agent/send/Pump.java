package dev.terra.agent.send;

import com.google.common.base.Ticker;
import com.google.common.collect.Lists;
import dev.terra.agent.tunnel.Tunnel;
import dev.terra.agent.wire.FrameType;
import dev.terra.core.range.ByteRanges.ByteRange;
import dev.terra.core.wan.Path;
import dev.terra.core.wan.SiteId;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.DoubleFunction;

/**
 * Moves bytes from handlers to tunnels: keeps a little read ahead for every bundle, cuts it into chunks, and sends a chunk on
 * a path whenever that path's rate, its tunnel's window and, for bytes that nobody asked for, the receiver's credit allow it.
 * Requested bytes go first, and never slower than a floor. On the agent's thread; driven by {@link #runDue} and by whatever
 * makes room or brings work.
 */
public final class Pump {
  /** A read is about this long on the wire: reads of waiting readers take turns. */
  private static final double READ_SECONDS = 0.1;
  private static final int MIN_READ_BYTES = 64 << 10;
  private static final int MAX_READ_BYTES = 1 << 20;
  /** Less is read where that much takes longer, as at a floor that many share: the next reader has to wait for all of it. */
  private static final double MAX_READ_SECONDS = 2;
  /** And where many wait, as all have to see a byte in this time: they give up after a minute, and tunnels are slower at times. */
  private static final double MAX_ROUND_SECONDS = 10;
  /** But never so little that it is mostly headers. */
  private static final int FEWEST_READ_BYTES = 128;
  /** What was read at a higher rate, and now takes longer than this, is put back for the same reason. */
  private static final double MAX_READY_SECONDS = 8;
  /** Read and not sent yet, per lane: covers a handler's answer time many times over. */
  private static final double READ_AHEAD_SECONDS = 0.5;
  private static final int MAX_READ_AHEAD_BYTES = 2 << 20;
  /** Read and not sent yet, in all: a small part of a heap. Beyond it a lane holds one read at a time. */
  private static final long MAX_TOTAL_READ_AHEAD_BYTES = 32L << 20;
  /** A bundle that has no rate and no floor is looked at after this. */
  private static final long MAX_WAIT_NANOS = 100_000_000;

  private final SegmentSource source;
  private final Rates rates;
  private final Ticker ticker;
  private final DoubleFunction<Pacer.Limiter> limiters;
  private final Map<SiteId, Map<Path, PathWindows>> paths = new HashMap<>();
  private long totalReadAheadBytes;
  private String resumes = "";
  private Outbox outbox;

  /** A pump without tunnels. */
  public Pump(SegmentSource source, Rates rates, Ticker ticker) {
    this(source, rates, ticker, Pacer::guava);
  }

  /** The same with other limiters, which keep to another clock. */
  Pump(SegmentSource source, Rates rates, Ticker ticker, DoubleFunction<Pacer.Limiter> limiters) {
    this.source = source;
    this.rates = rates;
    this.ticker = ticker;
    this.limiters = limiters;
  }

  SegmentSource source() {
    return source;
  }

  DoubleFunction<Pacer.Limiter> limiters() {
    return limiters;
  }

  void attach(Outbox box) {
    outbox = box;
  }

  void add(Tunnel tunnel) {
    paths.computeIfAbsent(tunnel.peerSite(), site -> new LinkedHashMap<>())
        .computeIfAbsent(tunnel.path(), PathWindows::new).add(tunnel);
  }

  Optional<TunnelWindow> remove(Tunnel tunnel) {
    Map<Path, PathWindows> ofSite = paths.getOrDefault(tunnel.peerSite(), new HashMap<>());
    PathWindows windows = ofSite.get(tunnel.path());
    if (windows == null) {
      return Optional.empty();
    }
    Optional<TunnelWindow> removed = windows.remove(tunnel);
    if (windows.all().isEmpty()) {
      ofSite.remove(tunnel.path());
    }
    return removed;
  }

  /** A tunnel took bytes with it: the next chunk that goes out a second time is worth a note. */
  void noteResumption(Path lost) {
    resumes = lost.toString();
  }

  boolean reaches(SiteId site) {
    return !to(site).isEmpty();
  }

  private Collection<PathWindows> to(SiteId site) {
    return paths.getOrDefault(site, Map.of()).values();
  }

  void forget(OutSegment segment) {
    to(segment.bundle().to()).forEach(path -> path.all().forEach(window -> window.forget(segment.id())));
  }

  List<InFlight> sentBefore(long nanos) {
    List<InFlight> late = new ArrayList<>();
    for (Map<Path, PathWindows> ofSite : paths.values()) {
      ofSite.values().forEach(path -> path.all().forEach(window -> late.addAll(window.sentBefore(nanos))));
    }
    return late;
  }

  /** Asks for all rates anew: after an epoch, and regularly, since shares depend on who has work. */
  public void refreshRates() {
    long now = ticker.read();
    Map<SiteId, Integer> sharers = new HashMap<>();
    List<OutBundle> working = new ArrayList<>();
    for (OutBundle bundle : outbox.bundles()) {
      if (bundle.hasWork()) {
        working.add(bundle);
        sharers.merge(bundle.to(), 1, Integer::sum);
      } else {
        bundle.ratesExpire();
      }
    }
    Map<PathWindows, Double> sums = new HashMap<>();
    for (OutBundle bundle : working) {
      rate(bundle, sharers.get(bundle.to()), now).forEach((path, rate) -> sums.merge(path, rate, Double::sum));
    }
    for (Map<Path, PathWindows> ofSite : paths.values()) {
      ofSite.values().forEach(path -> path.rate(sums.getOrDefault(path, 0.0)));
    }
  }

  /** Asks for the rates of a bundle that had nothing to send when they were asked for last. */
  private void rateAnew(OutBundle bundle) {
    long sharers = outbox.bundles().stream().filter(other -> other.to().equals(bundle.to()) && other.hasWork()).count();
    rate(bundle, (int) Math.max(1, sharers), ticker.read()).forEach(PathWindows::more);
  }

  /** Asks for the rates of one bundle; gives those that are not 0. */
  private Map<PathWindows, Double> rate(OutBundle bundle, int sharers, long now) {
    Map<Path, PathWindows> live = paths.getOrDefault(bundle.to(), Map.of());
    Rates.Question question = new Rates.Question(bundle.shuffle(), bundle.to(), live.keySet(), sharers);
    bundle.rates(rates.of(question), live.keySet(), now);
    bundle.floor().rate(rates.floor(question), now);
    if (bundle.hasFloor() && bundle.lane(true).readAheadBytes() > Math.max(readBytes(bundle), rateOf(bundle) * MAX_READY_SECONDS)) {
      putBack(bundle);
    }
    Map<PathWindows, Double> given = new LinkedHashMap<>();
    bundle.paced().forEach((path, pacer) -> given.put(live.get(path), pacer.rate()));
    return given;
  }

  /** Everything that can be sent now is sent. */
  public void run() {
    outbox.bundles().forEach(this::wake);
  }

  /**
   * The same, as far as time alone can make a difference. To be called regularly while there is work.
   *
   * @return after how many nanoseconds at the latest; 0: as soon as that may be
   */
  public long runDue() {
    long now = ticker.read();
    long wait = MAX_WAIT_NANOS;
    for (OutBundle bundle : outbox.bundles()) {
      if (bundle.waitNanos(now) == 0) {
        wake(bundle);
      }
      if (bundle.hasWork()) {
        wait = Math.min(wait, bundle.waitNanos(now));
      }
    }
    return wait;
  }

  /** Whether any bundle has something to send. */
  public boolean hasWork() {
    return outbox.bundles().stream().anyMatch(OutBundle::hasWork);
  }

  /** There is room again in a tunnel's buffers. */
  public void writable(Tunnel tunnel) {
    outbox.bundles().stream().filter(bundle -> bundle.to().equals(tunnel.peerSite())).forEach(this::wake);
  }

  void wakeAll() {
    refreshRates();
    run();
  }

  /** Forgets what was read for a bundle that is no more. */
  void drop(OutBundle bundle) {
    for (boolean requested : new boolean[] {true, false}) {
      bundle.lane(requested).takeReady(block -> true).forEach(block -> {
        totalReadAheadBytes -= block.left();
        block.release();
      });
    }
  }

  /** What was read for a bundle and not sent waits again: other bytes of it have to go first. */
  void putBack(OutBundle bundle) {
    for (boolean requested : new boolean[] {true, false}) {
      for (Block block : Lists.reverse(bundle.lane(requested).takeReady(ready -> true))) {
        totalReadAheadBytes -= block.left();
        if (block.left() > 0) {
          block.segment().giveBack(block.position(), block.end());
        }
        bundle.queue(block.segment(), true);
        block.release();
      }
    }
  }

  void wake(OutBundle bundle) {
    Map<Path, PathWindows> windows = paths.getOrDefault(bundle.to(), Map.of());
    if (windows.isEmpty() || !bundle.hasWork()) {
      return;
    }
    Collection<PathWindows> live = windows.values();
    if (!bundle.isRated()) {
      rateAnew(bundle);
    }
    fill(bundle, live);
    long wait = MAX_WAIT_NANOS;
    for (Map.Entry<Path, Pacer> paced : bundle.paced().entrySet()) {
      PathWindows path = windows.get(paced.getKey());
      if (path != null) {
        wait = Math.min(wait, send(bundle, path, paced.getValue(), false));
      }
    }
    // The controller keeps a floor aside for every waiting reader that it knows of: this one is for the others.
    if (bundle.hasFloor() && bundle.rate() == 0) {
      PathWindows best = live.stream().min(Comparator.comparingLong(PathWindows::rttNanos)).orElseThrow();
      wait = Math.min(wait, send(bundle, best, bundle.floor(), true));
    }
    bundle.waitFor(wait, ticker.read());
    fill(bundle, live);
  }

  /** Sends what may be sent on a path; returns how long its pacer lets nothing go: 0 if something else is in the way. */
  private long send(OutBundle bundle, PathWindows path, Pacer pacer, boolean requestedOnly) {
    long now = ticker.read();
    while (sendOne(bundle, path, pacer, requestedOnly, now)) {
      now = ticker.read();
    }
    return pacer.waitNanos(now);
  }

  private boolean sendOne(OutBundle bundle, PathWindows path, Pacer pacer, boolean requestedOnly, long now) {
    Lane requested = bundle.lane(true);
    Optional<Block> block = usable(requested);
    boolean ahead = block.isEmpty() && !requestedOnly;
    Lane lane = ahead ? bundle.lane(false) : requested;
    if (ahead) {
      block = usable(lane);
    }
    if (block.isEmpty() || pacer.rate() <= 0) {
      return false;
    }
    int length = Math.min(block.get().left(), Pacer.chunkBytes(pacer.rate()));
    if (ahead && bundle.creditLeft() < length) {
      length = (int) bundle.creditLeft();
      if (length < Pacer.MIN_CHUNK_BYTES) {
        return false;
      }
    }
    Optional<TunnelWindow> window = path.withRoom(bundle, pacer.rate(), length);
    if (window.isEmpty()) {
      pacer.blocked();
      return false;
    }
    if (!pacer.tryAcquire(length, now)) {
      return false;
    }
    transmit(bundle, lane, block.get(), window.get(), length);
    return true;
  }

  /** The first block of a lane that still has bytes to send. */
  private Optional<Block> usable(Lane lane) {
    Optional<Block> first = lane.firstReady();
    while (first.isPresent() && !needed(first.get())) {
      Block block = first.get();
      readAhead(lane, -block.left());
      if (block.left() > 0) {
        block.segment().giveBack(block.position(), block.end());
      }
      lane.removeFirstReady();
      block.release();
      first = lane.firstReady();
    }
    return first;
  }

  private static boolean needed(Block block) {
    return block.left() > 0 && !block.segment().withdrawn() && !block.segment().isAcked(block.position(), block.end());
  }

  private void readAhead(Lane lane, long change) {
    lane.readAhead(change);
    totalReadAheadBytes += change;
  }

  private void transmit(OutBundle bundle, Lane lane, Block block, TunnelWindow window, int length) {
    OutSegment segment = block.segment();
    long start = block.position();
    boolean ahead = start >= segment.wanted();
    boolean unread = segment.checksum().isEmpty();
    boolean again = segment.wasSent(start, start + length);
    Block.Chunk cut = block.cut(length);
    boolean whole = unread && segment.checksum().isPresent();
    if (window.describe(segment.id()) || whole) {
      window.tunnel().send(FrameType.META, Outbox.meta(segment));
    }
    if (again && !resumes.isEmpty()) {
      outbox.resumed(resumes, window.tunnel().path());
      resumes = "";
    }
    window.tunnel().sendData(segment.id(), start, cut.bytes(), cut.crc());
    InFlight chunk = new InFlight(segment, start, start + length, window, ahead, ticker.read());
    window.add(chunk);
    segment.launch(chunk);
    if (ahead) {
      bundle.aheadLaunched(length);
    }
    readAhead(lane, -length);
  }

  /** What is scheduled for a bundle, or else its floor; bytes/s. */
  private static double rateOf(OutBundle bundle) {
    return bundle.rate() > 0 ? bundle.rate() : bundle.floor().rate();
  }

  /** How much is read for a bundle at a time; where readers wait for each other and it is slow, few whole chunks, or parts of one. */
  private static int readBytes(OutBundle bundle) {
    double rate = rateOf(bundle);
    double usual = clamp(rate * READ_SECONDS, MIN_READ_BYTES, MAX_READ_BYTES);
    if (!bundle.hasFloor()) {
      return (int) usual;
    }
    int chunk = Pacer.chunkBytes(rate);
    double turn = Math.max(1, Math.ceil(rate * MAX_READ_SECONDS / chunk)) * chunk;
    double share = Math.max(FEWEST_READ_BYTES, rate * MAX_ROUND_SECONDS / Math.max(1, bundle.lane(true).flows()));
    return (int) Math.min(usual, Math.min(turn, share));
  }

  private void fill(OutBundle bundle, Collection<PathWindows> live) {
    int readBytes = readBytes(bundle);
    long limit = (long) clamp(bundle.rate() * READ_AHEAD_SECONDS, readBytes, MAX_READ_AHEAD_BYTES);
    fill(bundle, bundle.lane(true), limit, readBytes);
    fill(bundle, bundle.lane(false), Math.min(limit, bundle.creditLeft()), readBytes);
    if (bundle.creditLeft() < Pacer.MAX_CHUNK_BYTES) { // soon too little for a whole chunk
      solicitCredit(bundle, live);
    }
  }

  private static double clamp(double value, double least, double most) {
    return Math.max(least, Math.min(most, value));
  }

  /** Announces the next segment, so that the receiver knows that there is more and says how much room it has. */
  private void solicitCredit(OutBundle bundle, Collection<PathWindows> live) {
    bundle.lane(false).next().ifPresent(segment -> {
      TunnelWindow window = live.iterator().next().all().get(0);
      if (window.describe(segment.id())) {
        window.tunnel().send(FrameType.META, Outbox.meta(segment));
      }
    });
  }

  private void fill(OutBundle bundle, Lane lane, long limit, int readBytes) {
    while (lane.readAheadBytes() < limit && (lane.readAheadBytes() == 0 || totalReadAheadBytes < MAX_TOTAL_READ_AHEAD_BYTES)) {
      Optional<Lane.Work> work = lane.nextWork(readBytes);
      if (work.isEmpty()) {
        return;
      }
      totalReadAheadBytes += work.get().range().length();
      read(bundle, lane, work.get());
    }
  }

  private void read(OutBundle bundle, Lane lane, Lane.Work work) {
    OutSegment segment = work.segment();
    ByteRange range = work.range();
    source.read(new SegmentSource.Part(segment.key(), segment.servedAs(), range.start(), (int) range.length()),
        bytes -> {
          readAhead(lane, -range.length());
          if (bundle.dropped()) {
            bytes.release();
            return;
          }
          Lane now = bundle.laneOf(segment, range.start());
          readAhead(now, range.length());
          now.ready(new Block(segment, range.start(), bytes));
          wake(bundle);
        },
        problem -> {
          readAhead(lane, -range.length());
          if (!bundle.dropped()) {
            segment.giveBack(range.start(), range.end());
            outbox.unreadable(segment, problem);
            wake(bundle);
          }
        });
  }
}
