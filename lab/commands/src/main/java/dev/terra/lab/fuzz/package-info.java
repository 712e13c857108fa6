/** Fuzzing of the decoders of what comes from networks. */
package dev.terra.lab.fuzz;
