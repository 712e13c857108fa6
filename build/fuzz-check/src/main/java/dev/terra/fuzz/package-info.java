/** Inputs for decoders of bytes that come from a network. */
package dev.terra.fuzz;
