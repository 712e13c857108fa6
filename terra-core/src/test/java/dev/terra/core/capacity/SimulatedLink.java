package dev.terra.core.capacity;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.OptionalLong;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.DoublePredicate;
import java.util.function.DoubleUnaryOperator;

/**
 * A simulated link with a sender that is paced by schedules, a meter and an estimate, on a virtual clock. The simulation covers what
 * agents and the controller do, in steps of 10 ms. Rates are IP bytes/s.
 */
final class SimulatedLink {
  private static final double STEP = 0.01;
  private static final double RECEIPT_SECONDS = 0.2;
  private static final double ROUND_SECONDS = 1;
  private static final double TOLD_SECONDS = 0.55;
  private static final double TOLD_LIMITED_SECONDS = 0.35;
  private static final double LARGE_CHANGE = 0.25;
  /** The part of a tunnel's window that grows with the rate, beyond a round trip, in seconds. */
  private static final double WINDOW_SECONDS = 0.6;
  private static final double WINDOW_BYTES = 24 << 10;
  /** The window of a new connection, bytes. */
  private static final double FIRST_WINDOW = 10 * 1448;
  static final double SHARE = 0.95;
  private static final double PORT_SECONDS = 5;
  private static final double ROUTER_QUEUE_SECONDS = 0.1;

  private final LinkCapacity capacity;
  private final LinkMeter meter = new LinkMeter();
  private final double nominal;
  private final double rttSeconds;
  private final Random random;

  private DoubleUnaryOperator available = at -> 0;
  /** The most that bundles would send at a time, bytes/s. */
  private DoubleUnaryOperator demand = at -> Double.POSITIVE_INFINITY;
  private DoublePredicate paused = at -> false;
  /** True if the port to the link counts the traffic of others. */
  private boolean counted;
  private double countedAt;
  private DoublePredicate stalled = at -> false;
  /** The delay of the far end's receipts, in seconds. */
  private DoubleUnaryOperator back = at -> 0;
  private double noise;
  private double bucketBytes;

  private double tokens;
  private double now;
  private double granted;
  private double grantedBefore;
  private double grantedAt;
  private double roundAt;
  private double scheduledWith;
  private double receiptAt;
  private double written;
  private double arrived;
  private double read;
  private double window = FIRST_WINDOW;
  private boolean windowFull;
  private double worstQueueSeconds;
  private int trials;
  private boolean inTrial;
  private boolean pausedSinceReceipt;
  private final Deque<Sent> receipts = new ArrayDeque<>();
  private final TreeMap<Double, Double> estimates = new TreeMap<>();

  /** A receipt of the far end, and the time at which it arrives. */
  private record Sent(LinkMeter.Receipt receipt, double comes) {}

  SimulatedLink(double nominal, boolean believed, double rttSeconds, long seed) {
    this(new LinkCapacity(nominal, believed, SHARE), nominal, rttSeconds, seed);
  }

  SimulatedLink(LinkCapacity capacity, double nominal, double rttSeconds, long seed) {
    this.capacity = capacity;
    this.nominal = nominal;
    this.rttSeconds = rttSeconds;
    this.random = new Random(seed);
  }

  /** Sets the rate of Terra's bytes that the link carries at each time. */
  SimulatedLink carries(DoubleUnaryOperator bytesPerSecond) {
    available = bytesPerSecond;
    return this;
  }

  SimulatedLink demands(DoubleUnaryOperator bytesPerSecond) {
    demand = bytesPerSecond;
    return this;
  }

  /** Sets the times at which the far end does not read. */
  SimulatedLink pauses(DoublePredicate when) {
    paused = when;
    return this;
  }

  /** Sets the times at which the far end gets no core. It reads the bytes that arrive meanwhile at once afterwards. */
  SimulatedLink stalls(DoublePredicate when) {
    stalled = when;
    return this;
  }

  /** Sets how many seconds later than usual receipts arrive. No receipt overtakes another. */
  SimulatedLink saysLate(DoubleUnaryOperator seconds) {
    back = seconds;
    return this;
  }

  /** Makes the port to the link report, every five seconds, the traffic of others: all capacity that does not carry Terra's bytes. */
  SimulatedLink countedByItsPort() {
    counted = true;
    return this;
  }

  /** Makes the link's rate vary at random from step to step, by at most this share. */
  SimulatedLink noisy(double share) {
    noise = share;
    return this;
  }

  /** Makes the link let bursts of the given number of bytes through at once, as a policer's bucket does. */
  SimulatedLink bucket(double bytes) {
    bucketBytes = bytes;
    tokens = bytes;
    return this;
  }

  SimulatedLink run(double untilSeconds) {
    while (now < untilSeconds) {
      step();
    }
    return this;
  }

  private void step() {
    now += STEP;
    boolean due = now >= roundAt || Math.abs(capacity.estimate() - scheduledWith) >= LARGE_CHANGE * nominal;
    if (due || (capacity.planned() != capacity.estimate() && !inTrial)) {
      round();
    }
    double wish = Math.min(demand.applyAsDouble(now), granted);
    double room = Math.max(0, WINDOW_BYTES + granted * (rttSeconds + WINDOW_SECONDS) - (written - read));
    written += Math.min(room, wish * STEP);
    pausedSinceReceipt |= paused.test(now);
    arrived += Math.min(written - arrived, paused.test(now) ? 0 : passes());
    read = stalled.test(now) ? read : arrived;
    worstQueueSeconds = Math.max(worstQueueSeconds, (written - read) / Math.max(1, available.applyAsDouble(now)));
    if (now >= receiptAt && !stalled.test(now)) {
      say();
    }
    while (!receipts.isEmpty() && receipts.getFirst().comes <= now) {
      hear(receipts.removeFirst().receipt);
    }
    if (counted && now >= countedAt) {
      countedAt = now + PORT_SECONDS;
      capacity.others(nominal - available.applyAsDouble(now), now);
    }
    estimates.put(now, capacity.estimate());
  }

  private double passes() {
    double rate = available.applyAsDouble(now) * (1 + noise * (2 * random.nextDouble() - 1));
    tokens = Math.min(bucketBytes, tokens + rate * STEP);
    double most = bucketBytes > 0 ? tokens : rate * STEP;
    double passed = Math.min(Math.min(most, window * STEP / rttSeconds), written - arrived);
    tokens -= bucketBytes > 0 ? passed : 0;
    windowFull = passed >= window * STEP / rttSeconds * 0.999;
    window = windowFull ? window * (1 + STEP / rttSeconds) : window;
    return passed;
  }

  private void round() {
    roundAt = now + ROUND_SECONDS;
    scheduledWith = capacity.estimate();
    boolean tried = inTrial;
    inTrial = capacity.planned() != capacity.estimate();
    trials += inTrial && !tried ? 1 : 0;
    double rate = Math.min(capacity.planned() * SHARE, demand.applyAsDouble(now));
    if (Math.abs(rate - granted) > 0.05 * granted) {
      grantedBefore = granted;
      grantedAt = now;
    }
    granted = rate;
  }

  private void say() {
    receiptAt = now + RECEIPT_SECONDS * (0.9 + 0.2 * random.nextDouble());
    double comes = now + back.applyAsDouble(now);
    receipts.addLast(new Sent(new LinkMeter.Receipt((long) read, Math.round(now * 1e9), 1, pausedSinceReceipt, 0),
        receipts.isEmpty() ? comes : Math.max(comes, receipts.getLast().comes)));
    pausedSinceReceipt = false;
  }

  private void hear(LinkMeter.Receipt receipt) {
    meter.receipt(receipt,
        new LinkMeter.Sender((long) written + 1, 1, 0, Math.round(rttSeconds * 1e9), Math.round(now * 1e9),
            () -> OptionalLong.of(flight())));
    meter.take(Math.round(TOLD_SECONDS * 1e9), Math.round(TOLD_LIMITED_SECONDS * 1e9)).filter(figures -> figures.bytes() > 0)
        .ifPresent(this::tell);
    capacity.tick(now);
    inTrial &= capacity.planned() != capacity.estimate();
  }

  /**
   * Returns the bytes that TCP has under way. While the window is too small, they fill the window. Afterwards they fill a router's queue,
   * which a policer does not have.
   */
  private long flight() {
    double seconds = rttSeconds + (bucketBytes > 0 ? 0 : ROUTER_QUEUE_SECONDS);
    return Math.round(Math.min(written - arrived, windowFull ? window : available.applyAsDouble(now) * seconds));
  }

  private void tell(LinkMeter.Figures figures) {
    double seconds = figures.nanos() / 1e9;
    double limited = figures.limitedNanos() / 1e9;
    double least = grantedAt + 0.25 > now - (limited > 0 ? limited : seconds) ? Math.min(granted, grantedBefore) : granted;
    capacity.observe(new LinkObservation(seconds, figures.bytes() / seconds, limited,
        limited == 0 ? 0 : figures.limitedBytes() / limited, figures.pausedNanos() / 1e9,
        Math.max(0, figures.queuedBytes() / (figures.bytes() / seconds) - rttSeconds), least), now);
  }

  LinkCapacity capacity() {
    return capacity;
  }

  double estimateAt(double seconds) {
    return estimates.floorEntry(seconds).getValue();
  }

  /** Returns the least estimate between two times. {@link #greatestBetween} returns the greatest. */
  double leastBetween(double from, double to) {
    return estimates.subMap(from, to).values().stream().mapToDouble(Double::doubleValue).min().orElseThrow();
  }

  double greatestBetween(double from, double to) {
    return estimates.subMap(from, to).values().stream().mapToDouble(Double::doubleValue).max().orElseThrow();
  }

  double worstQueueSeconds() {
    return worstQueueSeconds;
  }

  int trials() {
    return trials;
  }

  double deliveredBytes() {
    return read;
  }
}
