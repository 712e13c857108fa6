/** How several agents of a site divide its work. */
@NullMarked
package dev.terra.core.slice;

import org.jspecify.annotations.NullMarked;
