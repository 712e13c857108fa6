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
 * Moves bytes from handlers to tunnels. A chunk is sent on a path when the path's rate, its tunnel's window and, for bytes that no reader
 * has requested, the receiver's credit allow it. Requested bytes go first, and never slower than a floor. {@link ReadAhead} reads,
 * {@link ChunkChooser} chooses what goes next, {@link Transmitter} sends it, and {@link RateRefresh} sets the rates. The pump is used on
 * the agent's thread only. It is driven by {@link #runDue} and by every event that makes room or brings work.
 */
public final class Pump implements ReadAhead.Outcome {
  /** A bundle without a rate and without a floor is looked at again after this time. */
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

  /** The source of the bytes, their rates, and the compressor. */
  public record Supply(SegmentSource source, Rates rates, Compressor compressor) {
    /** Creates a supply of bytes that are sent uncompressed. */
    public Supply(SegmentSource source, Rates rates) {
      this(source, rates, Compressor.off());
    }
  }

  /** Creates a pump without tunnels. */
  public Pump(Supply supply, SegmentAnswers answers, Events events, Ticker ticker) {
    this(supply, answers, events, ticker, Pacer::guava);
  }

  /** Creates a pump with given limiters, which may keep to another clock. */
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

  /** Returns the bundle with an id; creates it for a job if there is none. */
  OutBundle bundle(BundleId id, Readers readers, String job) {
    return bundles.find(id).orElseGet(() -> begin(id, readers, job));
  }

  private OutBundle begin(BundleId id, Readers readers, String job) {
    OutBundle bundle = new OutBundle(id, readers, firstShares.begin(job, id.to(), ticker.read()), limiters, ticker);
    bundle.credit().grant(firstCredits.take(id.to()));
    bundles.add(bundle);
    return bundle;
  }

  /** Notes that a receiving site has granted so many bytes to a bundle. */
  void credit(OutBundle bundle, long bytes) {
    bundle.credit().grant(bytes);
    firstCredits.heard(bundle.id().to(), bytes);
    wake(bundle);
  }

  /** Revokes the room of a site that can't be reached any more. */
  void forgetCredit(SiteId site) {
    firstCredits.forget(site);
    bundles.all().stream().filter(bundle -> bundle.id().to().equals(site)).forEach(bundle -> bundle.credit().forget());
  }

  /**
   * Handles the loss of bytes of these bundles with a tunnel. Blocks that were read already are put back, since the lost bytes are sent
   * before them.
   */
  void lost(Tunnel tunnel, Collection<OutBundle> touched, long bytes) {
    touched.forEach(readAhead::putBack);
    if (bytes > 0) {
      transmitter.noteLoss(tunnel.path(), bytes);
    }
  }

  /** Computes all rates again. It is called after an epoch, and regularly, since shares depend on which bundles have work. */
  public void refreshRates() {
    rateRefresh.all(ticker.read());
  }

  /** Sends everything that can be sent. */
  public void run() {
    bundles.working().forEach(this::wake);
  }

  /**
   * Sends what the passing of time allows. It is to be called regularly while there is work.
   *
   * @return the time in nanoseconds after which it is to be called again at the latest; 0 means as soon as possible
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

  /** Returns whether any bundle has something to send. */
  public boolean hasWork() {
    return bundles.anyWorking();
  }

  /** Notes that there is room again in a tunnel's buffers. */
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

  /** Drops what was read for a bundle that has ended. */
  void drop(OutBundle bundle) {
    readAhead.drop(bundle);
    rateRefresh.drop(bundle);
  }

  /** Returns the windows to a bundle's site on the paths that the bundle may take. */
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
    if (bundle.credit().left() < Pacer.MAX_CHUNK_BYTES) { // too little for another whole chunk
      transmitter.solicitCredit(bundle, live.values().iterator().next().all().get(0));
    }
  }

  /** Sends what may be sent. Returns for how many nanoseconds the rates allow nothing more; 0 if something else is in the way. */
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
    // The controller reserves a floor for every waiting reader that has been reported to it. This floor is for the other readers.
    if (bundle.hasFloor() && bundle.pacing().rateBytesPerSecond() == 0) {
      PathWindows best = live.values().stream().min(Comparator.comparingLong(PathWindows::rttNanos)).orElseThrow();
      wait = Math.min(wait, send(bundle, best, bundle.pacing().floor(), Urgency.REQUESTED));
    }
    return wait;
  }

  /** A path whose tunnel is up, and the bundle's pacer on it. */
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

  /** Returns about how many bytes on links the bytes of a bundle make up that are known and not under way. */
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
