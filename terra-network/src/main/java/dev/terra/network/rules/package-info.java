/** Which rules make a network's switches carry tunnels along their paths. Pure: no I/O, no threads, no clock. */
package dev.terra.network.rules;
