package dev.terra.sim.bound;

import dev.terra.schedule.BundleDemand;
import java.util.List;

/**
 * A coflow of an instance.
 *
 * @param releaseSeconds the time from which on it may send
 * @param bundles at most one for each ordered pair of sites, all of more than 0 bytes
 */
public record BoundItem(double releaseSeconds, List<BundleDemand> bundles) {}
