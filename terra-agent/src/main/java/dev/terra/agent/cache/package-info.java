/** Segments that several readers of this site read: each crosses the WAN once, and waits in memory for the next reader. */
@NullMarked
package dev.terra.agent.cache;

import org.jspecify.annotations.NullMarked;
