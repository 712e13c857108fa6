/** Ranges of bytes, which record the bytes that have arrived, been sent or been acknowledged. */
@NullMarked
package dev.terra.core.range;

import org.jspecify.annotations.NullMarked;
