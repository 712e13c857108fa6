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
 * One shuffle. Bytes, and seconds since the controller started.
 *
 * @param descriptor what else its agents say of it
 * @param placed the queue and the user that YARN has for its application, where YARN has said so
 * @param submitted whether a job master submitted it; else it is a job's own
 * @param terms those of the last round
 * @param termsFrom who said the first of them
 * @param deadlineProblem why its deadline cannot be met, if so
 * @param ended whether it is over
 * @param failure why it is over though not all of it arrived; empty if all did, or if it is not over
 * @param arrivalSeconds when it was first heard of
 * @param startSeconds when there was first anything to send through Terra
 * @param finishSeconds since when nothing is left to send, or nothing more is sent; empty while there is
 * @param expectedFinish when its bundles will be done if nothing else comes and no link changes, of those of which that is known: by the
 *     last round that was played out
 * @param gammaSeconds while it runs, that of what was left at the last round; afterwards, the largest
 * @param producedBytes all that is known to be produced: unplaced, same-site, and what bundles expect without what moved
 * @param unplacedBytes of receivers without a place yet
 * @param sameSiteBytes of receivers where the bytes are
 * @param restoreSeconds for how long threads have restored chunks of it that came compressed
 * @param bundles in the order of their sites
 * @param growth how what Terra carries of it grew
 * @param readers where its output is, and where its reducers run
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
  /** The queue of its job, where it is known: the one that YARN has for it, else the one that it claims. */
  public Optional<String> queue() {
    return Optional.of(owner().queue()).filter(name -> !name.isEmpty());
  }

  /** Whether the queue is what YARN says, and not only what its job claims. */
  public boolean isQueueConfirmed() {
    return placed.isPresent();
  }

  /** Whose it is: as YARN says, else as its job claims. */
  public ShuffleDescriptor.Owner owner() {
    return placed.orElse(descriptor.owner());
  }

  /** What is waited for as a whole: its group, or itself. */
  public String job() {
    return descriptor.group().orElse(id.value());
  }

  /** This shuffle, if a bundle of it had sent these bytes on paths. */
  public ShuffleFigures withSent(SitePair pair, ImmutableMap<Path, Long> sent) {
    ImmutableList<BundleFigures> changed = bundles.stream()
        .map(bundle -> bundle.from().equals(pair.from()) && bundle.to().equals(pair.to()) ? bundle.withSent(sent) : bundle)
        .collect(ImmutableList.toImmutableList());
    return new ShuffleFigures(id, descriptor, placed, submitted, terms, termsFrom, deadlineProblem, ended, failure, arrivalSeconds,
        startSeconds, finishSeconds, expectedFinish, gammaSeconds, producedBytes, unplacedBytes, sameSiteBytes, restoreSeconds, changed,
        growth, readers);
  }

  /** When its last bundle will be done, since the controller started; empty if nothing is left, or if that is not known of a bundle. */
  public OptionalDouble expectedFinishSeconds() {
    List<BundleFigures> open = bundles.stream().filter(BundleFigures::isOpen).toList();
    return open.stream().allMatch(bundle -> expectedFinishSeconds(bundle).isPresent())
        ? open.stream().mapToDouble(bundle -> expectedFinishSeconds(bundle).getAsDouble()).max() : OptionalDouble.empty();
  }

  /** When a bundle of it will be done, as {@link #expectedFinishSeconds()}. */
  public OptionalDouble expectedFinishSeconds(BundleFigures bundle) {
    Double seconds = expectedFinish.get(new SitePair(bundle.from(), bundle.to()));
    return seconds == null || !bundle.isOpen() ? OptionalDouble.empty() : OptionalDouble.of(seconds);
  }
}
