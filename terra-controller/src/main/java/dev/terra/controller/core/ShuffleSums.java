package dev.terra.controller.core;

import dev.terra.core.shuffle.ShuffleId;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;

/**
 * One shuffle in figures, for status. Bytes, and seconds since the controller started.
 *
 * @param arrivalSeconds when it was first heard of
 * @param startSeconds when there was first anything to send through Terra
 * @param finishSeconds since when nothing is left to send, or nothing more is sent; empty while there is
 * @param gammaSeconds while it runs, that of what was left at the last round; afterwards, the largest
 * @param growth how what Terra carries of it grew
 */
record ShuffleSums(
    ShuffleId id,
    double arrivalSeconds,
    OptionalDouble startSeconds,
    OptionalDouble finishSeconds,
    double gammaSeconds,
    long producedBytes,
    long unplacedBytes,
    long sameSiteBytes,
    Map<Pair, BundleState> bundles,
    List<MatrixGrowth.Step> growth) {}
