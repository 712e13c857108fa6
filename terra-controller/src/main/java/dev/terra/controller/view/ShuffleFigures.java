package dev.terra.controller.view;

import com.google.common.collect.ImmutableList;
import dev.terra.core.shuffle.ShuffleId;
import dev.terra.schedule.ShuffleTerms;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * One shuffle. Bytes, and seconds since the controller started.
 *
 * @param queue of its job, where it is known
 * @param terms those of the last round
 * @param deadlineProblem why its deadline cannot be met, if so
 * @param ended whether it is over
 * @param arrivalSeconds when it was first heard of
 * @param startSeconds when there was first anything to send through Terra
 * @param finishSeconds since when nothing is left to send, or nothing more is sent; empty while there is
 * @param gammaSeconds while it runs, that of what was left at the last round; afterwards, the largest
 * @param producedBytes all that is known to be produced: unplaced, same-site, and what bundles expect without what moved
 * @param unplacedBytes of receivers that nobody has placed yet
 * @param sameSiteBytes of receivers where the bytes are
 * @param bundles in the order of their sites
 * @param growth how what Terra carries of it grew
 */
public record ShuffleFigures(
    ShuffleId id,
    Optional<String> queue,
    ShuffleTerms terms,
    Optional<String> deadlineProblem,
    boolean ended,
    double arrivalSeconds,
    OptionalDouble startSeconds,
    OptionalDouble finishSeconds,
    double gammaSeconds,
    long producedBytes,
    long unplacedBytes,
    long sameSiteBytes,
    ImmutableList<BundleFigures> bundles,
    ImmutableList<GrowthFigures> growth) {}
