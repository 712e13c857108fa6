/**
 * Estimates of the capacities of links from the bytes that go over them: an agent's meter and the controller's estimate.
 * docs/internals/capacity.md derives the method. The classes do no I/O, start no threads and read no clock.
 */
@NullMarked
package dev.terra.core.capacity;

import org.jspecify.annotations.NullMarked;
