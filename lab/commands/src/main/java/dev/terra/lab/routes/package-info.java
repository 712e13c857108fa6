/** {@code ./terra verify network}: checks whether the network keeps tunnels on their paths, whatever happens to it. */
package dev.terra.lab.routes;
