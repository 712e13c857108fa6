/** Conversion of descriptions of shuffles between messages and the model. */
@NullMarked
package dev.terra.api.shuffle;

import org.jspecify.annotations.NullMarked;
