/** Whether the network keeps tunnels on their paths, whatever happens to it: {@code ./terra verify network}. */
package dev.terra.lab.routes;
