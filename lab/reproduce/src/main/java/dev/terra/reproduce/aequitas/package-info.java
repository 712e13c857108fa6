/** Aequitas (Zhang et al., SIGCOMM 2022): admission to latency classes on a network of weighted fair queues, packet by packet. */
@NullMarked
package dev.terra.reproduce.aequitas;

import org.jspecify.annotations.NullMarked;
