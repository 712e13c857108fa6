/** Traces of jobs: stages with shuffles between them; readers, a writer and a generator. */
package dev.terra.sim.trace;
