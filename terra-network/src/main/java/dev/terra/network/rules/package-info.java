/** Which rules make a network's switches carry tunnels along their paths. Pure: no I/O, no threads, no clock. */
@NullMarked
package dev.terra.network.rules;

import org.jspecify.annotations.NullMarked;
