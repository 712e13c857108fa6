/**
 * The choice between shipping data and shipping less of it after some work: which share of a stream is worked on, and how fast the stream
 * may go.
 */
@NullMarked
package dev.terra.core.ship;

import org.jspecify.annotations.NullMarked;
