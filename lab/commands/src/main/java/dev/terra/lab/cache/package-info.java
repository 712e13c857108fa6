/** What {@linkplain dev.terra.lab.cache.BenchCacheCommand ghost caches} cost and how near their curves are. */
package dev.terra.lab.cache;
