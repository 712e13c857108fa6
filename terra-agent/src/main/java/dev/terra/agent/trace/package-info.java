/** Fetches as traces of OpenTelemetry's: what both handlers, both agents and the tunnels between them did, and for how long. */
package dev.terra.agent.trace;
