/** What keeps maps and delays within bounds. */
@NullMarked
package dev.terra.core.limit;

import org.jspecify.annotations.NullMarked;
