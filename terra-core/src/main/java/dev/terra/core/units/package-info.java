/** Types for values with units, which modules use in their interfaces instead of bare numbers. */
@NullMarked
package dev.terra.core.units;

import org.jspecify.annotations.NullMarked;
