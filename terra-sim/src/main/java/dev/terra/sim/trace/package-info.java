/** Traces of jobs: stages with shuffles between them; readers, a writer and a generator. */
@NullMarked
package dev.terra.sim.trace;

import org.jspecify.annotations.NullMarked;
