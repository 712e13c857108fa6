package dev.terra.core.capacity;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Estimates the rate at which one direction of a link carries Terra's bytes.
 *
 * <p><b>Model.</b> A link takes bytes at an unknown rate C that changes. Each observation gives one of two kinds of evidence:
 *
 * <ol>
 *   <li>While more bytes waited than the link took, the rate that it took is a sample of C. TCP takes less for a moment when it starts or
 *       recovers from a loss, so the estimate falls only to the mean of a <em>window</em> in which bytes waited all the time. The larger
 *       the shortage, the shorter the window may be.
 *   <li>While nothing waited, the rate is a lower bound of C. Higher rates have to be tried: when bundles use all of the estimate, a
 *       <em>probe</em> lets them send more for a moment. If the link takes these bytes, they are sent earlier than otherwise; if not, they
 *       fill its queue for that moment.
 * </ol>
 *
 * <p><b>Probes.</b> The first probe adds a tenth of the estimate. A probe succeeds if the link takes half of what the probe adds and no
 * queue grows; the next probe adds four times as much, up to 1.6 times the estimate. A probe ends with the first interval that shows no
 * success, so that a failed first probe costs a queue of a tenth of an interval. Bytes that wait before a schedule has followed the probe
 * are no evidence against it: then it ends only if the link takes less than the probe's base. Probes of all links begin at the same
 * multiples of a time, since a path of two links carries more only if both are probed at once.
 *
 * <p><b>Nominal capacity.</b> A capacity that a topology file states is believed. An estimate that is only little below the nominal
 * capacity is set to it, and probes beyond it become four times as rare with each failure. If a link carries more than a first probe beyond
 * the nominal capacity for a whole window, the nominal capacity is not believed any more.
 *
 * <p>Example: a link's nominal capacity is 100, and it carries 20. The estimate becomes 20 after half a second in which bytes waited. After
 * the link has recovered, from the next multiple on, bundles may send 22, then 30.8, 80 and 100.
 *
 * <p>Rates are IP bytes/s, times are seconds of any clock that never goes back. The class does no I/O and reads no clock; one thread uses
 * an instance. {@link CapacityConstants} derives each constant.
 */
public final class LinkCapacity {
  /** The number of windows without use after which traffic counts as beginning anew. Reports of a busy agent may come one window late. */
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
  /** True while the search for a capacity that no file states continues. */
  private boolean searching;
  private double estimate;
  private @Nullable Double measuredSeconds;
  private @Nullable CapacityProbe probe;
  /** The time since when the link has been in use, and the time when it was last seen in use. */
  private double inUseSinceSeconds = Double.NEGATIVE_INFINITY;
  private double inUseSeconds = Double.NEGATIVE_INFINITY;
  /**
   * The rate at which bundles used the whole estimate when bytes last began to wait; null if they used less, or if a probe made bytes wait.
   */
  private @Nullable Double used;
  /** The rate of the previous interval if nothing waited in it; 0 if something waited. */
  private double carriedBefore;
  /** The highest rate that other traffic has had while the estimate was below the nominal capacity. */
  private double mostOthers;

  /**
   * Creates the estimate of a link of which only its nominal capacity is known.
   *
   * @param nominal the rate that the link should carry, above 0
   * @param believed true if a topology file states the nominal capacity; otherwise it is where the search begins
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

  /** Returns the estimated rate. */
  public double estimate() {
    return estimate;
  }

  /** Returns the capacity that schedules have to use; it is higher than the estimate during a probe. */
  public double planned() {
    return probe == null ? estimate : probe.goal() / plannedShare;
  }

  /** Returns the time when the estimate was last confirmed; empty if it never was. */
  public Optional<Double> measuredSeconds() {
    return Optional.ofNullable(measuredSeconds);
  }

  /** Takes the observation of an interval that ends now. */
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
   * Takes the rate of other traffic on the link, as a port has counted it. This rate does not change the estimate. But if other traffic
   * explained the shortage and most of it has ended, the next probe begins at once, with the rate that other traffic leaves.
   *
   * @param bytesPerSecond the rate of other traffic, IP bytes/s
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

  /** Ends a probe that no schedule has followed. It has to be called at least every few seconds. */
  public void tick(double nowSeconds) {
    if (probe != null && nowSeconds - probe.begunSeconds() >= probing.spacingSeconds()) {
      probe = null;
    }
  }

  /** Takes an interval in which more bytes waited than the link took. */
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

  /**
   * Updates a probe after an interval in which bytes waited. A probe that no schedule has followed yet continues while the link takes the
   * probe's base: bytes that waited for the base rate are no evidence about a higher rate.
   */
  private void limitedWhileProbed(CapacityProbe begun, LinkObservation seen) {
    boolean isFollowed = begun.isFollowed(seen, probing.half());
    if (isFollowed) {
      fail();
    }
    double taken = seen.limitedBytesPerSecond();
    if (isFollowed || taken < (1 - evidence.same()) * begun.base() || taken * plannedShare >= begun.goal()) {
      probe = null;
    }
    limited.clear(); // TCP recovers from packets that the probe lost
    used = null;
  }

  /** Returns whether so much of a fully used rate is missing that the window need not be full. */
  private boolean isEvident() {
    return used != null && limited.lostSeconds(used) >= evidentSeconds;
  }

  /** Sets the estimate to the rate that the link carries if the two differ by more than noise. */
  private void settle(double rate) {
    double found = believed && rate >= nominal * (1 - evidence.shortage()) ? nominal : Math.max(rate, nominal * evidence.leastShare());
    if (found == nominal || Math.abs(found - estimate) > evidence.same() * estimate) {
      estimate = found;
    }
  }

  /** Takes an interval in which nothing waited for long. */
  private void unlimited(LinkObservation seen, double nowSeconds) {
    boolean isFull = seen.bytesPerSecond() >= evidence.full() * estimate * plannedShare;
    if (isFull || seen.queuedSeconds() < probing.queueSeconds()) {
      used = isFull ? Double.valueOf(seen.bytesPerSecond()) : null;
    }
    if (probe != null) {
      probed(probe, seen, nowSeconds);
      return;
    }
    double carried = Math.min(seen.bytesPerSecond(), carriedBefore); // bytes behind a lost packet are read at once, in one interval
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

  /** Takes an interval of a probe in which nothing waited for long. */
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

  /** Notes that a probe failed. Probes beyond a capacity that counts as true become rarer. */
  private void fail() {
    searching = false;
    if (isNominal() || !believed) {
      times.failed(believed);
    }
  }
}
