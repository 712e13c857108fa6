/** Offers to the site's agent of fetches by clients at other sites. */
@NullMarked
package dev.terra.node.offer;

import org.jspecify.annotations.NullMarked;
