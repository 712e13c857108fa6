package dev.terra.core.capacity;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What one direction of a link carries of our bytes, estimated.
 *
 * <p><b>Model.</b> A link takes bytes at an unknown rate C that changes. Each observation is evidence of one of two kinds:
 *
 * <ol>
 *   <li>While more bytes waited than the link took, the rate that it took is a sample of C. TCP takes less for a moment where it begins or
 *       recovers from a loss, so the estimate falls only to the mean of a <em>window</em> in which bytes waited all the time. The more is
 *       missing, the shorter the window may be.
 *   <li>While nothing waited, the rate is a lower bound of C. A higher bound has to be tried: where bundles use all of the estimate, a
 *       <em>probe</em> lets them send more for a moment. Bytes that have to go anyway go sooner if the link takes them, and otherwise fill
 *       its queue for that moment.
 * </ol>
 *
 * <p><b>Probes.</b> The first adds a tenth of the estimate. It succeeds if the link takes half of what it adds and no queue grows; the next
 * one adds four times as much, up to 1.6 of the estimate. It ends with the first interval that shows no success, so that a failed first
 * probe costs a queue of a tenth of an interval. Bytes that wait before a schedule has followed say nothing of it: it ends then only if the
 * link takes less than its base. Probes of all links begin at the same multiples of a time, since a path of two links
 * carries more only if both are probed at once.
 *
 * <p><b>Nominal capacity.</b> A capacity that a topology file states is believed: an estimate that is hardly below it is the nominal
 * capacity, and probes beyond it become four times as rare with each failure. A link that carries more than a first probe beyond it for a
 * whole window has another capacity, and the nominal one is believed no more.
 *
 * <p>Example: nominal 100, carries 20. The estimate becomes 20 after half a second in which bytes waited. After the link has recovered, at
 * the next multiple, bundles may send 22, then 30.8, 80 and 100.
 *
 * <p>Rates are IP bytes/s, times are seconds of any clock that never goes back. Pure. One thread. {@link CapacityConstants} derives each
 * constant.
 */
public final class LinkCapacity {
  /** Reports of a busy agent may come a window late; a gap of two is a pause, after which traffic begins anew. */
  private static final int PAUSE_WINDOWS = 2;

  private final double nominal;
  private final double plannedShare;
  private final CapacityConstants.Evidence evidence;
  private final CapacityConstants.Probing probing;
  private final double beginsSeconds;
  private final double evidentSeconds;
  private final LimitedWindow limited;
  private final ProbeTimes times;
  private boolean believed;
  /** Whether the search for a capacity that no file states still goes on. */
  private boolean searching;
  private double estimate;
  private @Nullable Double measuredSeconds;
  private @Nullable CapacityProbe probe;
  /** Since when the link is in use, and until when it was seen in use. */
  private double inUseSinceSeconds = Double.NEGATIVE_INFINITY;
  private double inUseSeconds = Double.NEGATIVE_INFINITY;
  /** What bundles used in full when bytes last began to wait; null: less than all, or a probe made them wait. */
  private @Nullable Double used;
  /** What was carried in the interval before, if nothing waited; 0 if something did. */
  private double carriedBefore;
  /** The most that others have sent while the estimate was below the nominal capacity. */
  private double mostOthers;

  /**
   * A link of which only its nominal capacity is known.
   *
   * @param nominal what it should carry, above 0
   * @param believed whether a topology file states it; otherwise it is where the search begins
   * @param plannedShare the part of a capacity that is planned, above 0
   */
  public LinkCapacity(double nominal, boolean believed, double plannedShare) {
    this(nominal, believed, plannedShare, CapacityConstants.DEFAULT);
  }

  LinkCapacity(double nominal, boolean believed, double plannedShare, CapacityConstants constants) {
    if (!(nominal > 0) || !(plannedShare > 0)) {
      throw new IllegalArgumentException("expected a capacity and a share above 0, got " + nominal + " B/s and " + plannedShare);
    }
    this.nominal = nominal;
    this.believed = believed;
    this.plannedShare = plannedShare;
    this.evidence = constants.evidence();
    this.probing = constants.probing();
    this.beginsSeconds = constants.beginsSeconds();
    this.evidentSeconds = constants.evidentSeconds();
    this.limited = new LimitedWindow(evidence.windowSeconds());
    this.times = new ProbeTimes(probing.spacingSeconds(), probing.growth());
    this.estimate = nominal;
    this.searching = !believed;
  }

  /** What it carries. */
  public double estimate() {
    return estimate;
  }

  /** What is to be planned: more than the estimate during a probe. */
  public double planned() {
    return probe == null ? estimate : probe.goal() / plannedShare;
  }

  /** When the estimate was confirmed last; empty: never. */
  public Optional<Double> measuredSeconds() {
    return Optional.ofNullable(measuredSeconds);
  }

  /** Takes what was seen on the link in an interval that ends now. */
  public void observe(LinkObservation seen, double nowSeconds) {
    use(seen, nowSeconds);
    if (seen.isNetworkLimited()) {
      limited(seen, nowSeconds);
    } else {
      limited.clear();
      if (seen.isReceiverLimited()) {
        used = null;
      } else {
        unlimited(seen, nowSeconds);
      }
    }
    tick(nowSeconds);
  }

  private void use(LinkObservation seen, double nowSeconds) {
    if (seen.bytesPerSecond() < evidence.leastShare() * nominal) {
      return;
    }
    double from = nowSeconds - seen.seconds();
    if (from - inUseSeconds > PAUSE_WINDOWS * evidence.windowSeconds()) {
      inUseSinceSeconds = from;
    }
    inUseSeconds = nowSeconds;
  }

  /**
   * Takes what others send over the link, as its port has counted. It says nothing of what the link carries: but where others explain what
   * was missing and are gone, so is the shortage, and the next probe begins at once with what they have left.
   *
   * @param bytesPerSecond IP bytes/s
   */
  public void others(double bytesPerSecond, double nowSeconds) {
    double missing = nominal - estimate;
    double left = nominal - bytesPerSecond;
    boolean explained = missing > 0 && mostOthers >= probing.half() * missing;
    if (believed && explained && bytesPerSecond < (1 - probing.half()) * mostOthers && planned() < left) {
      mostOthers = 0;
      begin(Math.max(probing.firstExcess(), left / estimate - 1), nowSeconds);
    }
    mostOthers = missing > 0 ? Math.max(mostOthers, bytesPerSecond) : 0;
  }

  /** Ends a probe that no schedule has followed. To be called at least every few seconds. */
  public void tick(double nowSeconds) {
    if (probe != null && nowSeconds - probe.begunSeconds() >= probing.spacingSeconds()) {
      probe = null;
    }
  }

  /** More bytes waited than the link took. */
  private void limited(LinkObservation seen, double nowSeconds) {
    if (probe != null) {
      limitedWhileProbed(probe, seen);
    }
    searching = false;
    carriedBefore = 0;
    measuredSeconds = nowSeconds;
    limited.add(seen.limitedSeconds(), seen.limitedBytesPerSecond());
    boolean isSure = (limited.isFull() || isEvident()) && nowSeconds - inUseSinceSeconds >= beginsSeconds;
    if (isSure) {
      believed &= limited.mean() <= nominal * (1 + probing.firstExcess());
      settle(limited.mean());
    } else if (seen.limitedBytesPerSecond() > estimate) {
      settle(seen.limitedBytesPerSecond());
    }
  }

  /** A probe that no schedule has followed yet goes on while the link takes its base: bytes that waited for that say nothing of more. */
  private void limitedWhileProbed(CapacityProbe begun, LinkObservation seen) {
    boolean isFollowed = begun.isFollowed(seen, probing.half());
    if (isFollowed) {
      fail();
    }
    double taken = seen.limitedBytesPerSecond();
    if (isFollowed || taken < (1 - evidence.same()) * begun.base() || taken * plannedShare >= begun.goal()) {
      probe = null;
    }
    limited.clear(); // TCP recovers from what the probe lost
    used = null;
  }

  /** Whether so much is missing of what was used in full that a window's time is not needed. */
  private boolean isEvident() {
    return used != null && limited.lostSeconds(used) >= evidentSeconds;
  }

  /** The estimate becomes what the link carries, if that is another one. */
  private void settle(double rate) {
    double found = believed && rate >= nominal * (1 - evidence.shortage()) ? nominal : Math.max(rate, nominal * evidence.leastShare());
    if (found == nominal || Math.abs(found - estimate) > evidence.same() * estimate) {
      estimate = found;
    }
  }

  /** Nothing waited for long. */
  private void unlimited(LinkObservation seen, double nowSeconds) {
    boolean isFull = seen.bytesPerSecond() >= evidence.full() * estimate * plannedShare;
    if (isFull || seen.queuedSeconds() < probing.queueSeconds()) {
      used = isFull ? Double.valueOf(seen.bytesPerSecond()) : null;
    }
    if (probe != null) {
      probed(probe, seen, nowSeconds);
      return;
    }
    double carried = Math.min(seen.bytesPerSecond(), carriedBefore); // what waited behind a lost packet is read at once, in one interval
    carriedBefore = seen.bytesPerSecond();
    if (carried > estimate && !isNominal()) {
      settle(carried);
      measuredSeconds = nowSeconds;
    }
    if (isFull) {
      measuredSeconds = nowSeconds;
      if (searching || isTime(nowSeconds)) {
        begin(searching ? probing.mostExcess() : probing.firstExcess(), nowSeconds);
      }
    }
  }

  private boolean isTime(double nowSeconds) {
    boolean isTakenForTrue = isNominal() || !believed;
    return isTakenForTrue ? times.isRareTime(nowSeconds) : times.isTime(nowSeconds);
  }

  private boolean isNominal() {
    return believed && estimate >= nominal;
  }

  private void begin(double excess, double nowSeconds) {
    times.began(nowSeconds);
    double goal = estimate * (1 + excess);
    double enough = believed && !isNominal() ? nominal * plannedShare : Double.POSITIVE_INFINITY;
    probe = new CapacityProbe(estimate, excess, Math.min(goal, enough), nowSeconds);
  }

  /** An interval of a probe in which nothing waited for long. */
  private void probed(CapacityProbe begun, LinkObservation seen, double nowSeconds) {
    if (!begun.isFollowed(seen, probing.half())) {
      return;
    }
    CapacityProbe tried = begun.plus(seen);
    probe = tried;
    boolean isTaken = tried.isTaken(probing.half()) && seen.queuedSeconds() < probing.queueSeconds();
    if (isTaken && isNominal() && tried.seconds() < evidence.windowSeconds()) {
      return;
    }
    measuredSeconds = nowSeconds;
    probe = null;
    if (isTaken) {
      succeed(tried, nowSeconds);
    } else {
      fail();
      settle(Math.max(estimate, tried.rate()));
    }
  }

  private void succeed(CapacityProbe tried, double nowSeconds) {
    believed &= tried.seconds() < evidence.windowSeconds() || tried.rate() <= nominal * (1 + probing.firstExcess());
    settle(Math.max(estimate, tried.rate()));
    times.succeeded();
    if (!isNominal() || tried.base() >= nominal) {
      begin(Math.min(probing.mostExcess(), tried.excess() * probing.growth()), nowSeconds);
    }
  }

  /** Probes beyond a capacity that is taken for true become rarer. */
  private void fail() {
    searching = false;
    if (isNominal() || !believed) {
      times.failed(believed);
    }
  }
}
