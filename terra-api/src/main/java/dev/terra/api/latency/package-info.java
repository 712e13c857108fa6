/** Latency classes in messages. */
@NullMarked
package dev.terra.api.latency;

import org.jspecify.annotations.NullMarked;
