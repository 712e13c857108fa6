/** Units at the borders of modules, so that no bare number crosses them. */
@NullMarked
package dev.terra.core.units;

import org.jspecify.annotations.NullMarked;
