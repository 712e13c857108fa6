/** A small simulator of events: a clock, sources of arrivals, and ports that serve classes from weighted fair queues. */
@NullMarked
package dev.terra.reproduce.event;

import org.jspecify.annotations.NullMarked;
