/**
 * The cache of segments that several readers of this site read: each segment crosses the WAN once, and waits in memory or on disk for the
 * next reader.
 */
@NullMarked
package dev.terra.agent.cache;

import org.jspecify.annotations.NullMarked;
