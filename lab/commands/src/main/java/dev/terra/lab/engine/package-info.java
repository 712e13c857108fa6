/** Batch engines as a demo uses them: their jobs, inputs, clients and counters. */
package dev.terra.lab.engine;
