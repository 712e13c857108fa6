/** Fetches from other sites that are offered to the site's agent. */
@NullMarked
package dev.terra.node.offer;

import org.jspecify.annotations.NullMarked;
