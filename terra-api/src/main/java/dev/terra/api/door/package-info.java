/**
 * Limits on what connections may take of a process before their peers have proved who they are: the rules of ports, and the door of ports
 * that gRPC's own Netty serves (gRPC, the controller's HTTP, a handler's endpoint for segments).
 */
@NullMarked
package dev.terra.api.door;

import org.jspecify.annotations.NullMarked;
