/** Chunks that are compressed on their way between two agents: their format, the threads that make them, and the choice of which. */
@NullMarked
package dev.terra.agent.compress;

import org.jspecify.annotations.NullMarked;
