/** Live updates: one encoding for all who watch. */
@NullMarked
package dev.terra.rest.stream;

import org.jspecify.annotations.NullMarked;
