package dev.terra.agent.tunnel;

import dev.terra.core.wan.Path;

/**
 * One connection of a tunnel that is to be opened.
 *
 * @param connection of the path's connections, from 0
 * @param label under which relays know it: another one for each connection
 * @param bufferBytes of its sockets; 0 leaves them to the kernel
 */
record TunnelLine(Path path, int connection, int label, int bufferBytes) {}
