/**
 * The laboratory behind {@code ./terra} in a source tree: demo, testbed, benchmarks and long checks, beside the
 * product's commands.
 */
package dev.terra.lab;
