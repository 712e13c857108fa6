/**
 * What the controller knows and decides: {@code (event, now) -> state}. No I/O, no threads; times are nanoseconds since it started.
 */
@NullMarked
package dev.terra.controller.core;

import org.jspecify.annotations.NullMarked;
