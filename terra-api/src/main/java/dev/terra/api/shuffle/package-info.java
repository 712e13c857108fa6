/** What is said of shuffles, between the wire and the model. */
@NullMarked
package dev.terra.api.shuffle;

import org.jspecify.annotations.NullMarked;
