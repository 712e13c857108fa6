package dev.terra.core.capacity;

import java.util.Optional;

/**
 * What one direction of a link carries of ours, estimated. It knows two things for sure: what a link took while more was waiting is what
 * it carries, and what a link took without that is the least that it carries. Everything else it has to try: where the schedule uses all
 * of the estimate and gets it, a <em>trial</em> plans with more for a moment. Bytes that have to go anyway go sooner if the link takes
 * them, and otherwise fill its queue for that moment.
 *
 * <p>Trials of all links begin together, at multiples of {@link #WINDOW_SECONDS}: a path of two links carries more only if both are
 * tried at once. A trial begins with {@link #GENTLE_STEP}; what takes that is tried with {@link #FIRST_STEP}, and after each success with
 * {@link #NEXT_STEP}, somewhat faster than TCP's slow start. A nominal capacity is believed until a link carries much more; beyond it
 * trials become ever more seldom, so that they cost nothing where it is true. Estimates near the nominal capacity are the nominal
 * capacity: what is missing are headers, acknowledgements and what comes and goes.
 *
 * <p>Example: nominal 100, carries 20. The estimate becomes 20 with the first interval in which more waited. After the link has
 * recovered, at the next window, it is planned with 22, then 25, then 62, then 100.
 *
 * <p>Rates are IP bytes/s, times are seconds of any clock that never goes back. Pure. One thread.
 */
public final class LinkCapacity {
  /** Trials begin at multiples of this: three steps after it take less than what is left of 10 s. */
  static final double WINDOW_SECONDS = 4;
  /** The first step of a trial: as much as starts a round, and twice what an interval's noise is. */
  static final double FIRST_STEP = 1.25;
  /**
   * Where a link carries what is taken for its capacity a trial must not fill a router's queue of 100 ms: lost packets would cost seconds.
   * It ends with the first interval that shows that the link carries no more.
   */
  static final double GENTLE_STEP = 1.1;
  /** What carries so many times its estimate in a gentle trial is tried with the first step. */
  static final double HINT = 1.025;
  /** So much of what is granted is all of it, but for headers of short packets. */
  static final double GOT = 0.97;
  /** Each step after one that succeeded. */
  static final double NEXT_STEP = 2.5;
  /** A trial that no schedule follows in this time is over: nobody needs the link for more. */
  static final double TRIAL_SECONDS = 3;
  /** A link from this part of its nominal capacity on carries what it should: to follow less than that costs as much as it gains. */
  static final double NEARLY_NOMINAL = 0.85;
  /** One that carries so many times its nominal capacity has another one. */
  static final double MORE_THAN_NOMINAL = 1.1;
  /** Others explain a shortage if they have sent so much of what is missing, and are gone when they send less than the rest of that. */
  static final double EXPLAINED = 0.6;
  /** Estimates that differ by less are the same. */
  static final double SAME = 0.04;
  /** Of an estimate, and of what is granted, so much is all of it. */
  static final double ALL = 0.9;
  static final double NEARLY_ALL = 0.85;
  /** For so long all of it has to have been used before a trial. */
  static final double FULL_SECONDS = 0.5;
  /** Bytes that gathered somewhere while a process got no core are read at once; over so long that makes little. */
  static final double SURE_SECONDS = 1.1;
  /** Whoever carries all that is tried has no more waiting than this: otherwise a queue has only begun to grow. */
  static final double QUEUED_SECONDS = 0.25;
  /** A link is never taken for less than this part of its nominal capacity: with nothing planned nothing would be found out. */
  static final double LEAST_SHARE = 0.005;
  /** How many windows apart trials beyond the nominal capacity are: the first, and at most; after a failure four times as many. */
  private static final int FIRST_PERIOD = 2;
  private static final int PERIOD_BITS = 2;
  private static final int LONGEST_PERIOD = 64;
  /** At most, where there is no nominal capacity to believe. */
  private static final int LONGEST_PERIOD_WITHOUT = 4;
  /** Of a time in which the network decides the estimate is the mean of so much: lost packets make what is read come in bursts. */
  static final double MEAN_SECONDS = 1.2;
  /** The first interval of such a time counts for at most so much: it may reach back to before a change. */
  static final double FIRST_COUNTS_SECONDS = 0.2;
  /** Whatever is said twice within this time is so: two intervals and some. */
  static final double CONFIRMED_SECONDS = 1.2;
  /** What carries so much of its nominal capacity is in use. */
  static final double IN_USE = 0.02;
  /** What is in use after so long a pause begins anew. */
  static final double PAUSE_SECONDS = 2;
  /** Where traffic has just begun TCP looks for its pace for so long, and loses packets over it; and processes that start lack cores. */
  static final double BEGINS_SECONDS = 5;
  /** So much less than it should carry is believed at once: neither TCP's recovery nor a lack of cores looks like that. */
  static final double UNMISTAKABLE = 0.35;
  /** What is less than this part of the mean is none of it: the link has changed. */
  static final double FALLEN = 0.5;
  private static final long NO_WINDOW = -1;
  /** So much of the way from the base to the goal has to be granted for a trial to be one. */
  private static final double FOLLOWED = 0.6;

  private final double nominal;
  /** The part of a capacity that is planned. */
  private final double plannedShare;
  private boolean believed;
  private double estimate;
  /** For how long the network has decided now, and the mean of what it took meanwhile. */
  private double limitedSeconds;
  private double mean;
  /** What it took when the network decided last, and when that was. */
  private double said;
  private double saidSeconds = Double.NEGATIVE_INFINITY;
  /** Since when it is in use, and when it was last. */
  private double inUseSinceSeconds = Double.NEGATIVE_INFINITY;
  private double inUseSeconds = Double.NEGATIVE_INFINITY;
  private double measuredSeconds = Double.NaN;
  private double fullSinceSeconds = Double.NaN;
  private Trial trial;
  private boolean ramping;
  /** Whether the trial only looks for a hint. */
  private boolean gentle;
  /** The most that others have sent while less than the nominal capacity was left. */
  private double mostOthers;
  private int failures;
  private long lastWindow = NO_WINDOW;

  /** What was tried, from what on, and what came of it since a schedule has followed. */
  private record Trial(double base, double goal, double begunSeconds, double seconds, double bytes, double grantedBytes) {
    Trial plus(LinkObservation seen) {
      return new Trial(base, goal, begunSeconds, seconds + seen.seconds(), bytes + seen.bytesPerSecond() * seen.seconds(),
          grantedBytes + seen.grantedBytesPerSecond() * seen.seconds());
    }

    double rate() {
      return seconds == 0 ? 0 : bytes / seconds;
    }
  }

  /**
   * A link of which nothing is known but what is said of it.
   *
   * @param nominal what it should carry, above 0
   * @param believed whether somebody says so; otherwise it is where the search begins
   * @param plannedShare the part of a capacity that is planned: what is granted of a link that is used as much as possible
   */
  public LinkCapacity(double nominal, boolean believed, double plannedShare) {
    if (!(nominal > 0) || !(plannedShare > 0)) {
      throw new IllegalArgumentException("expected a capacity and a share above 0, got " + nominal + " B/s and " + plannedShare);
    }
    this.nominal = nominal;
    this.believed = believed;
    this.plannedShare = plannedShare;
    this.estimate = nominal;
    this.ramping = !believed;
  }

  /** What it carries. */
  public double estimate() {
    return estimate;
  }

  /** What is to be planned: more than the estimate while there is a trial. */
  public double planned() {
    return trial == null ? estimate : trial.goal;
  }

  /** When the estimate was confirmed last; empty: never. */
  public Optional<Double> measuredSeconds() {
    return Double.isNaN(measuredSeconds) ? Optional.empty() : Optional.of(measuredSeconds);
  }

  /** Notes what was seen on the link in an interval that ends now. */
  public void observe(LinkObservation seen, double nowSeconds) {
    if (seen.bytesPerSecond() >= IN_USE * nominal) {
      inUse(nowSeconds - seen.seconds(), nowSeconds);
    }
    if (seen.isNetworkLimited()) {
      limited(seen, nowSeconds);
    } else if (seen.isReceiverLimited()) {
      fullSinceSeconds = Double.NaN;
      limitedSeconds = 0;
    } else {
      carried(seen, nowSeconds);
      limitedSeconds = 0;
    }
    tick(nowSeconds);
  }

  private void inUse(double fromSeconds, double nowSeconds) {
    if (fromSeconds - inUseSeconds > PAUSE_SECONDS) {
      inUseSinceSeconds = fromSeconds;
    }
    inUseSeconds = nowSeconds;
  }

  /**
   * What others send over the link, as its port has counted. It says nothing of what the link carries: but where others explain what was
   * missing and are gone, so is the shortage, and the next trial begins at once with what they have left.
   *
   * @param bytesPerSecond IP bytes/s
   */
  public void others(double bytesPerSecond, double nowSeconds) {
    double missing = nominal - estimate;
    boolean explained = missing > 0 && mostOthers >= EXPLAINED * missing;
    boolean isNews = trial == null || trial.goal < nominal - bytesPerSecond;
    if (believed && explained && bytesPerSecond < (1 - EXPLAINED) * mostOthers && isNews) {
      mostOthers = 0;
      begin(Math.max(FIRST_STEP, (nominal - bytesPerSecond) / estimate), false, nowSeconds);
    }
    mostOthers = missing > 0 ? Math.max(mostOthers, bytesPerSecond) : 0;
  }

  /** Ends a trial that came to nothing. To be called at least every few seconds. */
  public void tick(double nowSeconds) {
    if (trial != null && nowSeconds - trial.begunSeconds > TRIAL_SECONDS) {
      trial = null;
      lastWindow = NO_WINDOW; // nothing was found out: it may be tried again in this one
      fullSinceSeconds = Double.NaN;
    }
  }

  /** More was waiting than the link took. */
  private void limited(LinkObservation seen, double nowSeconds) {
    double taken = seen.limitedBytesPerSecond();
    boolean hasTried = trial != null;
    if (trial != null && isFollowed(seen)) {
      Trial over = trial.plus(seen);
      disbelieve(over);
      note(over, taken > over.base * (1 + SAME));
    }
    trial = null;
    ramping = false;
    measuredSeconds = nowSeconds;
    fullSinceSeconds = Double.NaN;
    mean(sure(taken, hasTried || limitedSeconds == 0, nowSeconds), seen.limitedSeconds(), hasTried);
    double found = plausible(mean);
    estimate = isSame(found) ? estimate : found;
  }

  /** Whether traffic began so lately that what the network took says little. */
  private boolean hasJustBegun(double nowSeconds) {
    return nowSeconds - inUseSinceSeconds < BEGINS_SECONDS;
  }

  /**
   * What of the network's word is sure. TCP may begin, or recover from what a trial lost, or the last bytes of a bundle wait for one of
   * several connections: less than the estimate is believed when it is said twice in a row. At once only where it is unmistakable, or the
   * network has decided before.
   */
  private double sure(double taken, boolean begins, double nowSeconds) {
    if (isNominal() && hasJustBegun(nowSeconds)) {
      return Math.max(taken, nominal);
    }
    double before = nowSeconds - saidSeconds <= CONFIRMED_SECONDS ? said : estimate;
    said = taken;
    saidSeconds = nowSeconds;
    boolean atOnce = isNominal() ? taken <= UNMISTAKABLE * nominal : !begins || !believed;
    return atOnce ? taken : Math.max(taken, before);
  }

  /** The mean of what the network took while it decided, or another one where that has changed. */
  private void mean(double taken, double seconds, boolean anew) {
    boolean begins = limitedSeconds == 0 || anew || isNominal() || taken < FALLEN * mean;
    mean = begins ? taken : mean + seconds / (limitedSeconds + seconds) * (taken - mean);
    limitedSeconds = begins ? Math.min(FIRST_COUNTS_SECONDS, seconds) : Math.min(MEAN_SECONDS, limitedSeconds + seconds);
  }

  private boolean isSame(double found) {
    return Math.abs(found - estimate) <= SAME * estimate && found != nominal;
  }

  /** A link that has carried much more than its nominal capacity, for longer than what had gathered somewhere lasts, has another one. */
  private void disbelieve(Trial over) {
    believed &= over.seconds < SURE_SECONDS || over.rate() <= nominal * MORE_THAN_NOMINAL;
  }

  /** What a link is taken for that carries so much: its nominal capacity, while that is believed, if it is near that or more. */
  private double plausible(double rate) {
    return believed && rate >= nominal * NEARLY_NOMINAL ? nominal : Math.max(rate, nominal * LEAST_SHARE);
  }

  /** Nothing was waiting for long. */
  private void carried(LinkObservation seen, double nowSeconds) {
    double granted = seen.grantedBytesPerSecond();
    double rate = seen.bytesPerSecond();
    if (trial != null) {
      tried(seen, nowSeconds);
      return;
    }
    if (rate > estimate * (1 + SAME) && (!believed || estimate < nominal)) {
      estimate = plausible(rate);
      measuredSeconds = nowSeconds;
    }
    boolean full = granted >= ALL * estimate * plannedShare && rate >= NEARLY_ALL * granted;
    if (!full) {
      fullSinceSeconds = Double.NaN;
      return;
    }
    measuredSeconds = nowSeconds;
    fullSinceSeconds = Double.isNaN(fullSinceSeconds) ? nowSeconds - seen.seconds() : fullSinceSeconds;
    if (nowSeconds - fullSinceSeconds >= FULL_SECONDS && isWindow(nowSeconds)) {
      begin(ramping ? NEXT_STEP : GENTLE_STEP, !ramping, nowSeconds);
    }
  }

  private boolean isNominal() {
    return believed && estimate >= nominal;
  }

  /** Whether a trial may begin now. */
  private boolean isWindow(double nowSeconds) {
    long window = (long) Math.floor(nowSeconds / WINDOW_SECONDS);
    return ramping || (window != lastWindow && window % period() == 0);
  }

  private int period() {
    if (believed && estimate < nominal) {
      return 1;
    }
    int longest = believed ? LONGEST_PERIOD : LONGEST_PERIOD_WITHOUT;
    return Math.min(longest, FIRST_PERIOD << (PERIOD_BITS * Math.min(failures, Byte.SIZE)));
  }

  private void begin(double step, boolean isGentle, double nowSeconds) {
    gentle = isGentle;
    lastWindow = (long) Math.floor(nowSeconds / WINDOW_SECONDS);
    double goal = estimate * step;
    boolean reachesNominal = believed && estimate < nominal && goal >= nominal * NEARLY_NOMINAL;
    trial = new Trial(estimate, reachesNominal ? nominal : goal, nowSeconds, 0, 0, 0);
  }

  /** How seldom a link is tried beyond its nominal capacity depends on how often that failed, and not on how it came back to it. */
  private void note(Trial over, boolean succeeded) {
    if (!believed || over.goal > nominal) {
      failures = succeeded ? 0 : failures + 1;
    }
  }

  private boolean isFollowed(LinkObservation seen) {
    return seen.grantedBytesPerSecond() >= (trial.base + FOLLOWED * (trial.goal - trial.base)) * plannedShare;
  }

  /** Whether a link carries more than it was taken for in a gentle trial; where little is granted, whether it carries all of that. */
  private boolean isHint(double rate, double granted) {
    return rate >= Math.min(HINT * trial.base, GOT * granted);
  }

  /** An interval of a trial in which nothing was waiting for long. */
  private void tried(LinkObservation seen, double nowSeconds) {
    if (!isFollowed(seen)) {
      return; // no schedule has followed yet
    }
    trial = trial.plus(seen);
    boolean fillsQueues = gentle && !isHint(seen.bytesPerSecond(), seen.grantedBytesPerSecond());
    if (!fillsQueues && trial.seconds < SURE_SECONDS && trial.goal > nominal && !ramping) {
      return;
    }
    Trial over = trial;
    boolean more = gentle && isHint(over.rate(), over.grantedBytes / over.seconds);
    trial = null;
    measuredSeconds = nowSeconds;
    if (more && seen.queuedSeconds() < QUEUED_SECONDS) {
      begin(FIRST_STEP, false, nowSeconds);
      return;
    }
    // what takes the first step is tried with far more, and would lose all that is too much
    double enough = over.goal < over.base * FIRST_STEP * FIRST_STEP ? GOT : Math.max(NEARLY_ALL, (1 + over.base / over.goal) / 2);
    if (!gentle && over.bytes >= enough * over.grantedBytes && seen.queuedSeconds() < QUEUED_SECONDS) {
      note(over, true);
      disbelieve(over);
      estimate = plausible(Math.min(over.goal, over.grantedBytes / over.seconds / plannedShare));
      if (!believed || estimate < nominal) {
        begin(NEXT_STEP, false, nowSeconds);
      }
      return;
    }
    note(over, false);
    ramping = false;
    fullSinceSeconds = Double.NaN;
    estimate = plausible(Math.max(estimate, over.rate()));
  }
}
