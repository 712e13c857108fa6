package dev.terra.lab.agents;

import dev.terra.lab.agents.CompressingPair.Reading;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * A measurement of how soon compression settles after a change in the middle of a shuffle, and after the opposite
 * change. It uses the mean of the bytes that are delivered after the same change in several shuffles.
 */
final class ChangeBench {
  /** The longest time that settling may take, beyond the window over which a rate is measured. */
  static final double SETTLE_SECONDS = 1;
  /** The time from the first byte to the change, in which the choice of what to compress settles. */
  private static final Duration BEFORE = Duration.ofSeconds(3);
  /** The time for which bytes are measured after a change. */
  private static final Duration LENGTH = Duration.ofSeconds(8);
  /** A plan belongs to a rate if it differs from that rate by this share at most: plans leave out headers and floors. */
  private static final double PLANNED_WITHIN = .2;
  /** More bytes/s than one core sends. */
  private static final double MOST_BYTES_PER_CORE = 400e6;

  private final CompressingPair pair;
  private final Usual usual;
  private final Consumer<String> progress;

  /**
   * The values that apply unless the change is to one of them.
   *
   * @param ratio by which bytes shrink
   * @param bytesPerSecond of the link
   * @param cores of each agent
   */
  record Usual(double ratio, double bytesPerSecond, double cores) {}

  /** The outcome of one change: the plain bytes that were delivered, and the share X of compressed chunks at the end. */
  private record Once(double from, double to, List<Settling.Point> points, double share) {}

  /**
   * The mean outcome of a change that was made several times.
   *
   * @param from the ratio, the rate of the link in bytes/s, or the cores before the change
   * @param to the same quantity after the change
   * @param settling of the plain bytes that are delivered, in the mean of all times
   * @param share X at the end, 0 to 1, in the mean of all times
   */
  record Changed(double from, double to, Settling settling, double share) {
    private static Changed of(List<Once> times) {
      return new Changed(times.get(0).from, times.get(0).to, Settling.of(Settling.mean(times.stream().map(Once::points).toList())),
          times.stream().mapToDouble(Once::share).average().orElseThrow());
    }

    boolean holds() {
      return settling.seconds() <= SETTLE_SECONDS + Settling.WINDOW_SECONDS;
    }
  }

  ChangeBench(CompressingPair pair, Usual usual, Consumer<String> progress) {
    this.pair = pair;
    this.usual = usual;
    this.progress = progress;
  }

  /**
   * Measures a change and the opposite change.
   *
   * @param from the ratio, the rate of the link in bytes/s, or the cores before the first change
   * @param to the same quantity after the first change
   * @param rounds how many times each change is made, 1 or more
   */
  List<Changed> run(Change change, double from, double to, int rounds) throws IOException, InterruptedException {
    List<Once> there = new ArrayList<>();
    List<Once> back = new ArrayList<>();
    pair.start("compression: {mode: auto}");
    try {
      for (int round = 0; round < rounds; round++) {
        List<Once> both = both(change, from, to);
        there.add(both.get(0));
        back.add(both.get(1));
      }
    } finally {
      pair.stop();
    }
    return List.of(Changed.of(there), Changed.of(back));
  }

  private List<Once> both(Change change, double from, double to) throws IOException, InterruptedException {
    return switch (change) {
      case RATIO -> List.of(ratio(from, to), ratio(to, from));
      case RATE -> rate(from, to);
      case LOAD -> load(from, to);
    };
  }

  /** Measures a shuffle whose first bytes have one ratio and whose other bytes have another one. */
  private Once ratio(double from, double to) throws IOException, InterruptedException {
    pair.useRate(usual.bytesPerSecond);
    CompressingPair.TwoKinds bytes =
        pair.twoKinds(from, most(from, BEFORE), to, most(to, LENGTH.plusSeconds(1)));
    try (CompressingPair.Going going = pair.begin(bytes)) {
      return changed(going, from, to, reading -> bytes.bytes() - reading.outstandingBytes() >= bytes.firstBytes());
    }
  }

  /** Returns the most plain bytes that can be sent in a length of time. */
  private long most(double ratio, Duration length) {
    return Math.round(Math.min(usual.bytesPerSecond * ratio, usual.cores * MOST_BYTES_PER_CORE) * length.toMillis() / 1e3);
  }

  /** Changes the rate that the controller plans with, and back. The link itself carries the larger rate all the time. */
  private List<Once> rate(double from, double to) throws IOException, InterruptedException {
    pair.useRate(Math.max(from, to));
    pair.plan(from);
    pair.awaitPlans();
    try (CompressingPair.Going going = pair.begin(usual.ratio)) {
      Thread.sleep(BEFORE.toMillis());
      pair.plan(to);
      Once there = changed(going, from, to, reading -> isPlanned(to));
      pair.plan(from);
      return List.of(there, changed(going, to, from, reading -> isPlanned(from)));
    }
  }

  private boolean isPlanned(double bytesPerSecond) {
    return Math.abs(pair.plannedBytesPerSecond() - bytesPerSecond) <= PLANNED_WITHIN * bytesPerSecond;
  }

  private List<Once> load(double from, double to) throws IOException, InterruptedException {
    pair.useRate(usual.bytesPerSecond);
    pair.useCores(from);
    try (CompressingPair.Going going = pair.begin(usual.ratio)) {
      Thread.sleep(BEFORE.toMillis());
      pair.useCores(to);
      Once there = changed(going, from, to, reading -> true);
      pair.useCores(from);
      return List.of(there, changed(going, to, from, reading -> true));
    }
  }

  private Once changed(CompressingPair.Going going, double from, double to, Predicate<Reading> isChanged)
      throws IOException, InterruptedException {
    List<Reading> readings = going.after(isChanged, LENGTH);
    Reading first = readings.get(0);
    List<Settling.Point> points = new ArrayList<>();
    readings.forEach(reading -> points.add(new Settling.Point((reading.atMillis() - first.atMillis()) / 1e3,
        first.outstandingBytes() - reading.outstandingBytes())));
    Once once = new Once(from, to, points, readings.get(readings.size() - 1).share());
    Settling settling = Settling.of(points);
    progress.accept(String.format(Locale.ROOT, "from %.2f to %.2f: settled after %.1f s at %.2f MB/s, X %.2f", from, to,
        settling.seconds(), settling.steadyPerSecond() / 1e6, once.share));
    return once;
  }
}
