/** Bounds of maps, delays, texts and log lines. */
@NullMarked
package dev.terra.core.limit;

import org.jspecify.annotations.NullMarked;
