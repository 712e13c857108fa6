/** The endpoint at which the site's agents read outputs. */
@NullMarked
package dev.terra.node.segment;

import org.jspecify.annotations.NullMarked;
