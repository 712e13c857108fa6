/** Segments that several readers of this site read: each crosses the WAN once, and waits for the next reader, in memory or on disk. */
@NullMarked
package dev.terra.agent.cache;

import org.jspecify.annotations.NullMarked;
