/** Conversion of latency classes to and from messages. */
@NullMarked
package dev.terra.api.latency;

import org.jspecify.annotations.NullMarked;
