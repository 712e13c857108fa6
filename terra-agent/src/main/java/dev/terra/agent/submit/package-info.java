/** Shuffles that job masters submitted: reads their bytes here, puts them where they belong there. */
@NullMarked
package dev.terra.agent.submit;

import org.jspecify.annotations.NullMarked;
