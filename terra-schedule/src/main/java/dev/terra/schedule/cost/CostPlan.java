package dev.terra.schedule.cost;

import com.google.common.collect.ImmutableList;
import dev.terra.schedule.BundleAllocation;

/**
 * How one shuffle crosses the WAN, with the time that it takes and the money that it costs.
 *
 * @param seconds the time until the last byte has crossed on the given capacities, above 0
 * @param usd what the bytes cost on all links that they cross, US dollars, at least 0
 * @param bundles the rate of each bundle on each of its paths, bytes/s
 * @param gap the largest possible difference between the plan and the optimum of its program, relative; proved by the program's dual
 *     solution
 */
public record CostPlan(double seconds, double usd, ImmutableList<BundleAllocation> bundles, double gap) {}
