package dev.terra.agent.tunnel;

import dev.terra.core.wan.Path;

/**
 * One connection of a tunnel that is to be opened.
 *
 * @param target the tunnel, and what to connect to
 * @param label its number at its opener: another one for each connection
 * @param bufferBytes of its sockets; 0 leaves them to the kernel
 */
record TunnelLine(TunnelTarget target, int label, int bufferBytes) {
  /** Its sites, from the opener to the far end. */
  Path path() {
    return target.path();
  }
}
