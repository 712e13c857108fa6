/**
 * How a cache, and the rates that depend on it, are divided among those who share it: statistics in, allotments out; and the sampled ghost
 * caches that the statistics come from.
 */
@NullMarked
package dev.terra.core.shares;

import org.jspecify.annotations.NullMarked;
