/** Fetches as traces of OpenTelemetry's: what both handlers, both agents and the tunnels between them did, and for how long. */
@NullMarked
package dev.terra.agent.trace;

import org.jspecify.annotations.NullMarked;
