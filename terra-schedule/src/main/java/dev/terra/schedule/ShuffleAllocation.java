package dev.terra.schedule;

import com.google.common.collect.ImmutableList;
import dev.terra.core.shuffle.ShuffleId;
import java.util.Optional;

/**
 * What a schedule gives one shuffle.
 *
 * @param gammaSeconds the shuffle's minimum completion time alone on the whole WAN; positive infinity if a bundle has no path; NaN if it
 *     was not requested
 * @param admitted false only where the shuffle's deadline cannot be met
 * @param problem why the shuffle was rejected, or which bundle has no path
 */
public record ShuffleAllocation(
    ShuffleId id, double gammaSeconds, boolean admitted, Optional<String> problem, ImmutableList<BundleAllocation> bundles) {}
