/**
 * The division of a cache, and of the rates that depend on it, among the tenants that share it. Statistics go in, and allotments come out.
 * Sampled ghost caches supply the statistics.
 */
@NullMarked
package dev.terra.core.shares;

import org.jspecify.annotations.NullMarked;
