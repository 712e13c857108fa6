/**
 * Who stands at a port, and how much of a process a visitor may take before it has proved who it is: the rules, and the door of ports that
 * gRPC's own Netty serves (gRPC, the controller's HTTP, a handler's endpoint for segments).
 */
@NullMarked
package dev.terra.api.door;

import org.jspecify.annotations.NullMarked;
