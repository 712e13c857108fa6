/** The wide-area network: sites, directed links, paths. */
@NullMarked
package dev.terra.core.wan;

import org.jspecify.annotations.NullMarked;
