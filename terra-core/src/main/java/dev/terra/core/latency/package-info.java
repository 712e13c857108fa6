/** Latency classes, and the admission that keeps what a class promises. */
@NullMarked
package dev.terra.core.latency;

import org.jspecify.annotations.NullMarked;
