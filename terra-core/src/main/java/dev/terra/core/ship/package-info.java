/** Ship the data, or ship less of it after some work: how much of a stream is worked on, and how fast it may go. */
@NullMarked
package dev.terra.core.ship;

import org.jspecify.annotations.NullMarked;
