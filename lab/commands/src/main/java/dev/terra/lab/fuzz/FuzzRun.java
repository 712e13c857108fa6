package dev.terra.lab.fuzz;

/**
 * What came of fuzzing a decoder.
 *
 * @param executions inputs that it was given
 * @param coverage edges of its code that some input has reached
 * @param finding what it did wrong, and where the input is; empty: nothing
 * @param holds whether it was run and nothing was found
 */
record FuzzRun(String decoder, double seconds, long executions, long coverage, String finding, boolean holds) {}
