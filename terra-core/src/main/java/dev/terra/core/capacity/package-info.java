/**
 * What links carry, from what goes over them: an agent's meter and a controller's estimate; docs/internals/capacity.md derives it. Pure: no
 * I/O, no threads, no clock.
 */
@NullMarked
package dev.terra.core.capacity;

import org.jspecify.annotations.NullMarked;
