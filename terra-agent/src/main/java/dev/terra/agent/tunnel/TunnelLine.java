package dev.terra.agent.tunnel;

import dev.terra.core.wan.Path;

/**
 * One connection of a tunnel that is to be opened.
 *
 * @param target the tunnel, and the address to connect to
 * @param label the connection's number at its opener, which differs for each connection
 * @param bufferBytes the size of the buffers of the connection's sockets; 0 leaves it to the kernel
 */
record TunnelLine(TunnelTarget target, int label, int bufferBytes) {
  /** Returns the tunnel's sites, from the opener to the far end. */
  Path path() {
    return target.path();
  }
}
