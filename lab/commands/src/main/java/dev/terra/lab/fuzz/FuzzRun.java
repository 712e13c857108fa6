package dev.terra.lab.fuzz;

/**
 * The result of fuzzing a decoder.
 *
 * @param executions the number of inputs
 * @param coverage edges of the decoder's code that some input has reached
 * @param finding the fault that was found, and the place of its input; empty: none
 * @param holds whether the decoder was fuzzed and nothing was found
 */
record FuzzRun(String decoder, double seconds, long executions, long coverage, String finding, boolean holds) {}
