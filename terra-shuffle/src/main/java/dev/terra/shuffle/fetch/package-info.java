/** The meaning of a reducer's request, and what may be done with it. */
@NullMarked
package dev.terra.shuffle.fetch;

import org.jspecify.annotations.NullMarked;
