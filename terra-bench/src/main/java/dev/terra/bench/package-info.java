/** JMH benchmarks of kernels. */
package dev.terra.bench;
