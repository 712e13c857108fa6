/**
 * The WAN as it is now: links, tunnels, drains and rules, and the driver that keeps tunnels on their paths.
 */
package dev.terra.controller.core.network;
