/** The scheduling round: from what is left to rates, and from rates to the epochs that agents receive. */
@NullMarked
package dev.terra.controller.core.round;

import org.jspecify.annotations.NullMarked;
