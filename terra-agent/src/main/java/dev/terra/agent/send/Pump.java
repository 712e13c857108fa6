package dev.terra.agent.send;

import com.google.common.base.Ticker;
import com.google.common.collect.Maps;
import dev.terra.agent.compress.Compressor;
import dev.terra.agent.compress.FirstShares;
import dev.terra.agent.pace.FasterPaths;
import dev.terra.agent.pace.Pacer;
import dev.terra.agent.pace.Rates;
import dev.terra.agent.stats.Events;
import dev.terra.agent.tunnel.Tunnel;
import dev.terra.core.shuffle.BundleId;
import dev.terra.core.wan.Path;
import dev.terra.core.wan.SiteId;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.DoubleFunction;

/**
 * Moves bytes from handlers to tunnels: a chunk goes on a path whenever that path's rate, its tunnel's window and, for bytes that no
 * reader asked for, the receiver's credit allow it. Requested bytes go first, and never slower than a floor. What is read is
 * {@link ReadAhead}'s, what goes next {@link ChunkChooser}'s, how it goes {@link Transmitter}'s, how fast {@link RateRefresh}'s. On the
 * agent's thread; driven by {@link #runDue} and by whatever makes room or brings work.
 */
public final class Pump implements ReadAhead.Outcome {
  /** A bundle that has no rate and no floor is looked at after this. */
  private static final long MAX_WAIT_NANOS = 100_000_000;
  private static final double NANOS = 1e9;

  private final Ticker ticker;
  private final DoubleFunction<Pacer.Limiter> limiters;
  private final Bundles bundles = new Bundles();
  private final Windows windows = new Windows();
  private final FirstCredits firstCredits = new FirstCredits();
  private final FirstShares firstShares;
  private final SegmentSource source;
  private final SegmentAnswers answers;
  private final ReadAhead readAhead;
  private final Compressor compressor;
  private final Rates rates;
  private final RateRefresh rateRefresh;
  private final Transmitter transmitter;

  /** Where bytes come from, how fast they may go, and what compresses them. */
  public record Supply(SegmentSource source, Rates rates, Compressor compressor) {
    /** One of bytes that go as they are. */
    public Supply(SegmentSource source, Rates rates) {
      this(source, rates, Compressor.off());
    }
  }

  /** A pump without tunnels. */
  public Pump(Supply supply, SegmentAnswers answers, Events events, Ticker ticker) {
    this(supply, answers, events, ticker, Pacer::guava);
  }

  /** A pump whose limiters keep to another clock. */
  Pump(Supply supply, SegmentAnswers answers, Events events, Ticker ticker, DoubleFunction<Pacer.Limiter> limiters) {
    this.ticker = ticker;
    this.limiters = limiters;
    this.source = supply.source;
    this.answers = answers;
    this.compressor = supply.compressor;
    this.firstShares = new FirstShares(supply.compressor.fixedShare().orElse(null));
    this.rates = supply.rates;
    BlockCutter.Permits permits = new BlockCutter.Permits(windows, supply.rates);
    this.readAhead = new ReadAhead(supply.source, new BlockCutter(compressor, permits, ticker, this::ready), this);
    this.rateRefresh = new RateRefresh(supply.rates, bundles, windows, readAhead);
    this.transmitter = new Transmitter(events, compressor);
  }

  SegmentSource source() {
    return source;
  }

  SegmentAnswers answers() {
    return answers;
  }

  Bundles bundles() {
    return bundles;
  }

  Windows windows() {
    return windows;
  }

  /** The bundle of this name, a new one of a job if need be. */
  OutBundle bundle(BundleId id, Readers readers, String job) {
    return bundles.find(id).orElseGet(() -> begin(id, readers, job));
  }

  private OutBundle begin(BundleId id, Readers readers, String job) {
    OutBundle bundle = new OutBundle(id, readers, firstShares.begin(job, id.to(), ticker.read()), limiters, ticker);
    bundle.credit().grant(firstCredits.take(id.to()));
    bundles.add(bundle);
    return bundle;
  }

  /** A receiving site has so much room for a bundle. */
  void credit(OutBundle bundle, long bytes) {
    bundle.credit().grant(bytes);
    firstCredits.heard(bundle.id().to(), bytes);
    wake(bundle);
  }

  /** A site can't be reached any more: what it said of its room holds no longer. */
  void forgetCredit(SiteId site) {
    firstCredits.forget(site);
    bundles.all().stream().filter(bundle -> bundle.id().to().equals(site)).forEach(bundle -> bundle.credit().forget());
  }

  /** A tunnel took bytes of these bundles with it, which go again before what was read already. */
  void lost(Tunnel tunnel, Collection<OutBundle> touched, long bytes) {
    touched.forEach(readAhead::putBack);
    if (bytes > 0) {
      transmitter.noteLoss(tunnel.path(), bytes);
    }
  }

  /** Asks for all rates anew: after an epoch, and regularly, since shares depend on who has work. */
  public void refreshRates() {
    rateRefresh.all(ticker.read());
  }

  /** Everything that can be sent now is sent. */
  public void run() {
    bundles.working().forEach(this::wake);
  }

  /**
   * Sends what time alone allows. To be called regularly while there is work.
   *
   * @return after how many nanoseconds at the latest; 0: as soon as that may be
   */
  public long runDue() {
    long now = ticker.read();
    compressor.run();
    rateRefresh.passOn(now);
    long wait = MAX_WAIT_NANOS;
    for (OutBundle bundle : bundles.working()) {
      if (bundle.pacing().waitNanos(now) == 0) {
        wake(bundle);
      }
      if (bundle.hasWork()) {
        wait = Math.min(wait, bundle.pacing().waitNanos(now));
      }
    }
    return wait;
  }

  /** Whether any bundle has something to send. */
  public boolean hasWork() {
    return bundles.anyWorking();
  }

  /** There is room again in a tunnel's buffers. */
  public void writable(Tunnel tunnel) {
    bundles.working().stream().filter(bundle -> bundle.id().to().equals(tunnel.peerSite())).forEach(this::wake);
  }

  @Override
  public void ready(OutBundle bundle) {
    wake(bundle);
  }

  @Override
  public void unreadable(OutBundle bundle, OutSegment segment, String why) {
    answers.unreadable(bundle, segment, why);
    wake(bundle);
  }

  void wakeAll() {
    refreshRates();
    run();
  }

  /** Forgets what was read for a bundle that is no more. */
  void drop(OutBundle bundle) {
    readAhead.drop(bundle);
    rateRefresh.drop(bundle);
  }

  /** The windows to a bundle's site on the paths that it may take. */
  private Map<Path, PathWindows> live(OutBundle bundle) {
    Map<Path, PathWindows> all = windows.to(bundle.id().to());
    Set<Path> allowed = rates.allowed(bundle.id(), all.keySet());
    return allowed.size() == all.size() ? all : Maps.filterKeys(all, allowed::contains);
  }

  void wake(OutBundle bundle) {
    Map<Path, PathWindows> live = live(bundle);
    if (live.isEmpty() || !bundle.hasWork()) {
      return;
    }
    if (!bundle.pacing().isRated()) {
      rateRefresh.anew(bundle, ticker.read());
    }
    fill(bundle, live);
    long wait = send(bundle, live);
    bundle.pacing().waitFor(wait, ticker.read());
    fill(bundle, live);
    if (!bundle.hasWork()) {
      bundle.compression().idle();
      rateRefresh.ended(bundle);
    }
  }

  private void fill(OutBundle bundle, Map<Path, PathWindows> live) {
    readAhead.fill(bundle);
    if (bundle.credit().left() < Pacer.MAX_CHUNK_BYTES) { // soon too little for a whole chunk
      transmitter.solicitCredit(bundle, live.values().iterator().next().all().get(0));
    }
  }

  /** Sends what may be sent; returns how long the rates let nothing more go: 0 if something else is in the way. */
  private long send(OutBundle bundle, Map<Path, PathWindows> live) {
    long wait = MAX_WAIT_NANOS;
    FasterPaths faster = new FasterPaths();
    for (PacedPath paced : fastestFirst(bundle, live)) {
      double latencySeconds = paced.path.rttNanos() / NANOS / 2;
      if (faster.isNone() || !faster.bringWithin(latencySeconds, unsentBytes(bundle))) {
        wait = Math.min(wait, send(bundle, paced.path, paced.pacer, Urgency.AHEAD));
        if (!paced.pacer.isBlocked()) {
          faster.add(paced.pacer.rate(), latencySeconds);
        }
      }
    }
    // The controller keeps a floor aside for every waiting reader that it knows of: this one is for the others.
    if (bundle.hasFloor() && bundle.pacing().rateBytesPerSecond() == 0) {
      PathWindows best = live.values().stream().min(Comparator.comparingLong(PathWindows::rttNanos)).orElseThrow();
      wait = Math.min(wait, send(bundle, best, bundle.pacing().floor(), Urgency.REQUESTED));
    }
    return wait;
  }

  /** A path that stands, and what it has for a bundle. */
  private record PacedPath(PathWindows path, Pacer pacer) {}

  private static List<PacedPath> fastestFirst(OutBundle bundle, Map<Path, PathWindows> live) {
    List<PacedPath> paths = new ArrayList<>(bundle.pacing().paced().size());
    bundle.pacing().paced().forEach((path, pacer) -> {
      PathWindows windows = live.get(path);
      if (windows != null) {
        paths.add(new PacedPath(windows, pacer));
      }
    });
    paths.sort(Comparator.comparingLong(paced -> paced.path.rttNanos()));
    return paths;
  }

  /** How many bytes on links what of a bundle is known and not under way is, about. */
  private long unsentBytes(OutBundle bundle) {
    return (long) (bundle.compression().wireShare() * (bundle.accounts().outstandingBytes() - windows.underWay(bundle.id())));
  }

  private long send(OutBundle bundle, PathWindows path, Pacer pacer, Urgency least) {
    long now = ticker.read();
    while (sendOne(bundle, path, pacer, least, now)) {
      now = ticker.read();
    }
    return pacer.waitNanos(now);
  }

  private boolean sendOne(OutBundle bundle, PathWindows path, Pacer pacer, Urgency least, long now) {
    if (!readAhead.prepare(bundle.lane(Urgency.REQUESTED), now) && least == Urgency.AHEAD) {
      readAhead.prepare(bundle.lane(Urgency.AHEAD), now);
    }
    ChunkChooser.Choice choice = ChunkChooser.choose(bundle, path, pacer, least, now);
    if (choice.verdict() == ChunkChooser.Verdict.NO_ROOM) {
      pacer.blocked(now);
    }
    ChunkChooser.Next next = choice.next();
    if (next == null || !pacer.tryAcquire(next.wireBytes(), now)) {
      return false;
    }
    transmitter.send(bundle, next, ticker.read());
    readAhead.sent(bundle.lane(next.urgency()), next.block(), next.length());
    return true;
  }
}
