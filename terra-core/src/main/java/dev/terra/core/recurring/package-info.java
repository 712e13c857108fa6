/** Learning of the knobs of recurring jobs: the cost of a run, beliefs about choices, and the choice to try next. */
@NullMarked
package dev.terra.core.recurring;

import org.jspecify.annotations.NullMarked;
