/** Fetches as OpenTelemetry traces: the work of both handlers, both agents and the tunnels between them, and how long it took. */
@NullMarked
package dev.terra.agent.trace;

import org.jspecify.annotations.NullMarked;
