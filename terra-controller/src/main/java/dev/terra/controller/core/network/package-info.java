/**
 * The WAN as it is now: links, tunnels, drains and rules, and the driver that keeps tunnels on their paths.
 */
@NullMarked
package dev.terra.controller.core.network;

import org.jspecify.annotations.NullMarked;
