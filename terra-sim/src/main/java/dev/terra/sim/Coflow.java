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
 * All shuffles into one stage, while they run. Bytes inside a site take no time. A bundle's rates are those of the last schedule;
 * they end with its last byte.
 *
 * <p>While a coflow of more than {@link #MANY_BUNDLES} runs, ends of bundles are gathered, as {@link GatheredEnds} says.
 */
final class Coflow {
  /** More than the pairs of 32 sites have. */
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
   * A coflow that has not begun. Its name is the job's and the stage's, with a slash between.
   *
   * @param job what is waited for as a whole
   * @param awaited how many shuffles still have to be released into it
   * @param deadlineSeconds within this time of its start it is to be done
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

  /** Whether rounds for each of its bundles' ends would be too many. */
  boolean isLarge() {
    return bundles.size() > MANY_BUNDLES;
  }

  /** How long until the next ends of bundles are to be noticed, if rates stay as they are, seconds; infinite where nothing flows. */
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

  /** All bundles send for a while; tells each that has sent its last byte, and on which paths it did. */
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

  /** The last bytes of a bundle are on their way, or have arrived. */
  void noteArriving(int change) {
    arriving += change;
  }

  /** Whether all its shuffles may start. */
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

  /** What is left, as the scheduler sees it: one of its job's shuffles. */
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

  /** Within this time of its start it is to be done, where the trace says so. */
  OptionalDouble deadlineSeconds() {
    return deadlineSeconds == null ? OptionalDouble.empty() : OptionalDouble.of(deadlineSeconds);
  }

  /** What the policy says of its deadline. */
  void noteAdmission(boolean isPromised) {
    admitted = isPromised;
  }

  /** Whether the policy has not rejected its deadline. */
  boolean isAdmitted() {
    return admitted;
  }
}
