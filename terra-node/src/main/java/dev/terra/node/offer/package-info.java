/** Fetches from other sites that are offered to the site's agent. */
package dev.terra.node.offer;
