/** The present state of the WAN: links, tunnels, drains and rules, and the driver that keeps tunnels on their paths. */
@NullMarked
package dev.terra.controller.core.network;

import org.jspecify.annotations.NullMarked;
