package dev.terra.controller.view;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import dev.terra.core.shuffle.ShuffleDescriptor;
import dev.terra.core.shuffle.ShuffleId;
import dev.terra.core.wan.Path;
import dev.terra.core.wan.SitePair;
import dev.terra.schedule.ShuffleTerms;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * One shuffle. Amounts are in bytes, times in seconds since the controller started.
 *
 * @param descriptor the other facts that agents report about it
 * @param placed the queue and the user of its application by YARN; empty if YARN has not answered
 * @param submitted whether a job master submitted it; otherwise, it belongs to a job on YARN
 * @param terms the terms of the last round
 * @param termsFrom the first source that gave any of these terms
 * @param deadlineProblem why its deadline cannot be met; empty if it can
 * @param ended whether it is over
 * @param failure why it is over though not all of it has arrived; empty if all has arrived, or if it is not over
 * @param arrivalSeconds when the controller received the first report of it
 * @param startSeconds when there was first anything to send through Terra
 * @param finishSeconds since when nothing is left to send, or nothing more is sent; empty while there is anything to send
 * @param expectedFinish when each of its bundles will be done if no bytes are added and no link changes, by the last round that was
 *     simulated; bundles whose end is unknown are left out
 * @param gammaSeconds while it runs, the Gamma of what was left at the last round; afterwards, the largest Gamma
 * @param producedBytes all bytes that are known to be produced: unplaced ones, same-site ones, and those that bundles expect without
 *     those that moved
 * @param unplacedBytes bytes for receivers without a place yet
 * @param sameSiteBytes bytes for receivers at the site of the bytes
 * @param restoreSeconds for how long threads have restored its compressed chunks
 * @param bundles its bundles in the order of their sites
 * @param growth how the bytes that Terra carries for it grew
 * @param readers the places of its output and its reducers
 */
public record ShuffleFigures(
    ShuffleId id,
    ShuffleDescriptor descriptor,
    Optional<ShuffleDescriptor.Owner> placed,
    boolean submitted,
    ShuffleTerms terms,
    TermsSource termsFrom,
    Optional<String> deadlineProblem,
    boolean ended,
    Optional<String> failure,
    double arrivalSeconds,
    OptionalDouble startSeconds,
    OptionalDouble finishSeconds,
    ImmutableMap<SitePair, Double> expectedFinish,
    double gammaSeconds,
    long producedBytes,
    long unplacedBytes,
    long sameSiteBytes,
    double restoreSeconds,
    ImmutableList<BundleFigures> bundles,
    ImmutableList<GrowthFigures> growth,
    ReaderFigures readers) {
  /** Returns the queue of its job: by YARN if YARN has answered, otherwise the one that the job claims; empty if there is neither. */
  public Optional<String> queue() {
    return Optional.of(owner().queue()).filter(name -> !name.isEmpty());
  }

  /** Returns whether the queue is confirmed by YARN, and not only claimed by the job. */
  public boolean isQueueConfirmed() {
    return placed.isPresent();
  }

  /** Returns the owner by YARN if YARN has answered, otherwise the owner that the job claims. */
  public ShuffleDescriptor.Owner owner() {
    return placed.orElse(descriptor.owner());
  }

  /** Returns the name of the job that waits for this shuffle: its group, or the shuffle itself. */
  public String job() {
    return descriptor.group().orElse(id.value());
  }

  /** Returns this shuffle with other sent bytes of one bundle, by path. */
  public ShuffleFigures withSent(SitePair pair, ImmutableMap<Path, Long> sent) {
    ImmutableList<BundleFigures> changed = bundles.stream()
        .map(bundle -> bundle.from().equals(pair.from()) && bundle.to().equals(pair.to()) ? bundle.withSent(sent) : bundle)
        .collect(ImmutableList.toImmutableList());
    return new ShuffleFigures(id, descriptor, placed, submitted, terms, termsFrom, deadlineProblem, ended, failure, arrivalSeconds,
        startSeconds, finishSeconds, expectedFinish, gammaSeconds, producedBytes, unplacedBytes, sameSiteBytes, restoreSeconds, changed,
        growth, readers);
  }

  /**
   * Returns when its last bundle will be done, in seconds since the controller started; empty if nothing is left, or if the end of a
   * bundle is unknown.
   */
  public OptionalDouble expectedFinishSeconds() {
    List<BundleFigures> open = bundles.stream().filter(BundleFigures::isOpen).toList();
    return open.stream().allMatch(bundle -> expectedFinishSeconds(bundle).isPresent())
        ? open.stream().mapToDouble(bundle -> expectedFinishSeconds(bundle).getAsDouble()).max() : OptionalDouble.empty();
  }

  /** Returns when one of its bundles will be done, in the same way as {@link #expectedFinishSeconds()}. */
  public OptionalDouble expectedFinishSeconds(BundleFigures bundle) {
    Double seconds = expectedFinish.get(new SitePair(bundle.from(), bundle.to()));
    return seconds == null || !bundle.isOpen() ? OptionalDouble.empty() : OptionalDouble.of(seconds);
  }
}
