/** The map from addresses to sites. */
@NullMarked
package dev.terra.node.site;

import org.jspecify.annotations.NullMarked;
