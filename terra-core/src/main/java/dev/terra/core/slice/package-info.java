/** The division of a site's work among its agents. */
@NullMarked
package dev.terra.core.slice;

import org.jspecify.annotations.NullMarked;
