/** The durations for which the parts of Terra wait for each other. */
@NullMarked
package dev.terra.api.timing;

import org.jspecify.annotations.NullMarked;
