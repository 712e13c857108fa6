/** Shuffles that job masters submitted: their bytes are read at the sending site and written to their targets at the receiving site. */
@NullMarked
package dev.terra.agent.submit;

import org.jspecify.annotations.NullMarked;
