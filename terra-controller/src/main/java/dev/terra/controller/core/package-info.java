/**
 * The state and the decisions of the controller: {@code (event, now) -> state}. There is no I/O, and there are no threads. Times are
 * nanoseconds since the controller started.
 */
@NullMarked
package dev.terra.controller.core;

import org.jspecify.annotations.NullMarked;
