/** The door of ports that gRPC's own Netty serves: gRPC, the controller's HTTP, and a handler's endpoint for segments. */
package dev.terra.api.door;
