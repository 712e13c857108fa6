/** The parts that all suites and benchmarks have in common: options, progress, and one way to report. */
package dev.terra.lab.command;
