package dev.terra.sim;

import com.google.common.collect.ImmutableList;
import dev.terra.core.shuffle.ShuffleId;
import dev.terra.core.wan.SiteId;
import dev.terra.core.wan.SitePair;
import dev.terra.schedule.BundleDemand;
import dev.terra.schedule.PathRate;
import dev.terra.schedule.ShuffleDemand;
import dev.terra.schedule.ShuffleTerms;
import dev.terra.sim.trace.SiteBytes;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.function.BiConsumer;
import java.util.function.DoubleConsumer;
import org.jspecify.annotations.Nullable;

/**
 * All shuffles into one stage, while they run. Bytes inside a site take no time. A bundle has the rates of the last schedule until its last
 * byte is sent.
 *
 * <p>While a coflow of more than {@link #MANY_BUNDLES} runs, ends of bundles are gathered, see {@link GatheredEnds}.
 */
final class Coflow {
  /** The most bundles of a coflow that is not large; it is more than the pairs of 32 sites. */
  static final int MANY_BUNDLES = 1_000;

  private final ShuffleId id;
  private final String job;
  private final String stage;
  private final List<CoflowBundle> bundles = new ArrayList<>();
  private final Map<SitePair, CoflowBundle> byPair = new HashMap<>();
  private SimTime start = SimTime.ZERO;
  private final @Nullable Double deadlineSeconds;
  private boolean admitted = true;
  private int awaited;
  private int arriving;
  private final GatheredEnds gathered = new GatheredEnds();

  /**
   * Makes a coflow that has not begun. Its name consists of the job's and the stage's, with a slash between.
   *
   * @param job the job, which counts as a whole
   * @param awaited how many shuffles still have to be released into it
   * @param deadlineSeconds the time from its start within which it should be done; null without a deadline
   */
  Coflow(String job, String stage, int awaited, @Nullable Double deadlineSeconds) {
    this.id = new ShuffleId(job + "/" + stage);
    this.job = job;
    this.stage = stage;
    this.awaited = awaited;
    this.deadlineSeconds = deadlineSeconds;
  }

  ShuffleId id() {
    return id;
  }

  String stage() {
    return stage;
  }

  List<CoflowBundle> bundles() {
    return bundles;
  }

  SimTime start() {
    return start;
  }

  void start(SimTime now) {
    start = now;
  }

  /** Notes that a shuffle of this coflow may start. */
  void release(List<SiteBytes> matrix) {
    awaited--;
    for (SiteBytes entry : matrix) {
      if (!entry.from().equals(entry.to()) && entry.bytes() > CoflowBundle.NO_BYTE) {
        CoflowBundle bundle = bundle(entry.from(), entry.to());
        bundle.flows += entry.flows();
        bundle.total += entry.bytes();
        bundle.remaining += entry.bytes();
      }
    }
  }

  CoflowBundle bundle(SiteId from, SiteId to) {
    return byPair.computeIfAbsent(new SitePair(from, to), pair -> {
      CoflowBundle bundle = new CoflowBundle(from, to);
      bundles.add(bundle);
      return bundle;
    });
  }

  /** Returns whether rounds for each end of its bundles would be too many. */
  boolean isLarge() {
    return bundles.size() > MANY_BUNDLES;
  }

  /** Returns the time until the next ends of bundles must be noticed, if rates stay as they are, seconds; infinite where nothing flows. */
  double secondsToNextEnd(boolean gather) {
    if (gather) {
      return gathered.seconds(bundles);
    }
    double first = Double.POSITIVE_INFINITY;
    for (CoflowBundle bundle : bundles) {
      first = Math.min(first, bundle.secondsToEnd());
    }
    return first;
  }

  /**
   * Lets all bundles send for a while; passes each bundle that has sent its last byte to {@code lastByte}, with the paths that carried it.
   */
  void send(double seconds, DoubleConsumer sent, BiConsumer<CoflowBundle, List<PathRate>> lastByte) {
    gathered.pass(bundles, seconds);
    for (CoflowBundle bundle : bundles) {
      double before = bundle.remaining;
      List<PathRate> paths = bundle.paths;
      boolean last = bundle.send(seconds);
      sent.accept(before - bundle.remaining);
      if (last) {
        lastByte.accept(bundle, paths);
      }
    }
  }

  /** Notes that the last bytes of a bundle are on their way (1), or have arrived (-1). */
  void noteArriving(int change) {
    arriving += change;
  }

  /** Returns whether all its shuffles may start. */
  boolean isReleased() {
    return awaited == 0;
  }

  boolean isSent() {
    return awaited == 0 && bundles.stream().noneMatch(bundle -> bundle.remaining > 0);
  }

  boolean isDone() {
    return arriving == 0 && isSent();
  }

  boolean isOpen() {
    return bundles.stream().anyMatch(CoflowBundle::isOpen);
  }

  double totalBytes() {
    return bundles.stream().mapToDouble(bundle -> bundle.total).sum();
  }

  /** Returns what is left, in the form that the scheduler takes: one shuffle of the group of its job. */
  ShuffleDemand demand() {
    ImmutableList.Builder<BundleDemand> open = ImmutableList.builder();
    for (CoflowBundle bundle : bundles) {
      if (bundle.isOpen()) {
        open.add(new BundleDemand(bundle.from, bundle.to, bundle.remaining, bundle.flows));
      }
    }
    ShuffleTerms terms = deadlineSeconds == null ? ShuffleTerms.ORDINARY
        : ShuffleTerms.ORDINARY.withDeadline(start.seconds() + deadlineSeconds);
    return ShuffleDemand.of(id, start.seconds(), open.build()).withGroup(job).withTerms(terms);
  }

  /** Returns the time from its start within which it should be done; empty where the trace has no deadline. */
  OptionalDouble deadlineSeconds() {
    return deadlineSeconds == null ? OptionalDouble.empty() : OptionalDouble.of(deadlineSeconds);
  }

  /** Notes whether the policy promises its deadline. */
  void noteAdmission(boolean isPromised) {
    admitted = isPromised;
  }

  /** Returns whether the policy has not rejected its deadline. */
  boolean isAdmitted() {
    return admitted;
  }
}
