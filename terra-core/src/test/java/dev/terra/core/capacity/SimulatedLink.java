package dev.terra.core.capacity;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.OptionalLong;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.DoublePredicate;
import java.util.function.DoubleUnaryOperator;

/**
 * A link, a sender that is paced as schedules say, a meter and an estimate, on a virtual clock: what goes in is what agents and the
 * controller do of it, in steps of 10 ms. Rates are IP bytes/s.
 */
final class SimulatedLink {
  private static final double STEP = 0.01;
  private static final double RECEIPT_SECONDS = 0.2;
  private static final double ROUND_SECONDS = 1;
  private static final double TOLD_SECONDS = 0.55;
  private static final double TOLD_LIMITED_SECONDS = 0.35;
  private static final double LARGE_CHANGE = 0.25;
  /** What may be under way: a tunnel's window. */
  private static final double WINDOW_SECONDS = 0.6;
  private static final double WINDOW_BYTES = 24 << 10;
  /** A new connection's window, and how it grows. */
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
  /** What bundles would send at most, as time goes. */
  private DoubleUnaryOperator demand = at -> Double.POSITIVE_INFINITY;
  private DoublePredicate paused = at -> false;
  /** Whether the port to it counts what others send. */
  private boolean counted;
  private double countedAt;
  private DoublePredicate stalled = at -> false;
  /** How long what the far end says is on its way, beyond a round trip. */
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

  /** What the far end has said, and when it comes. */
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

  /** What it carries of ours, as time goes. */
  SimulatedLink carries(DoubleUnaryOperator bytesPerSecond) {
    available = bytesPerSecond;
    return this;
  }

  SimulatedLink demands(DoubleUnaryOperator bytesPerSecond) {
    demand = bytesPerSecond;
    return this;
  }

  /** When the far end does not read. */
  SimulatedLink pauses(DoublePredicate when) {
    paused = when;
    return this;
  }

  /** When the far end gets no core: what arrives is read at once afterwards. */
  SimulatedLink stalls(DoublePredicate when) {
    stalled = when;
    return this;
  }

  /** How many seconds later than usual what the far end says comes: none overtakes another. */
  SimulatedLink saysLate(DoubleUnaryOperator seconds) {
    back = seconds;
    return this;
  }

  /** The port to it says every five seconds what others send over it: all that it does not carry of ours. */
  SimulatedLink countedByItsPort() {
    counted = true;
    return this;
  }

  /** What it carries varies by so much from one moment to the next. */
  SimulatedLink noisy(double share) {
    noise = share;
    return this;
  }

  /** It lets bursts of so many bytes through at once: a policer's bucket. */
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

  /** What TCP has under way: its window while that is too small, then it fills a router's queue, but a policer has none. */
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

  /** The least and the greatest estimate from one moment to another. */
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
