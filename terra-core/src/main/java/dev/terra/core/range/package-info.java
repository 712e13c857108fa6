/** Which bytes of something have arrived, been sent or been acknowledged: ranges, never counts. */
@NullMarked
package dev.terra.core.range;

import org.jspecify.annotations.NullMarked;
