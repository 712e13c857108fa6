/** The compression of chunks between two agents: their format, the threads that compress them, and the choice of the chunks to compress. */
@NullMarked
package dev.terra.agent.compress;

import org.jspecify.annotations.NullMarked;
