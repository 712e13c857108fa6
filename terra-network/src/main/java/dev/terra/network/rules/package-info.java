/**
 * Computation of the rules by which a network's switches carry tunnels along their paths. The classes do no I/O, start no threads and read
 * no clock.
 */
@NullMarked
package dev.terra.network.rules;

import org.jspecify.annotations.NullMarked;
