/** Live updates, encoded once for all viewers. */
@NullMarked
package dev.terra.rest.stream;

import org.jspecify.annotations.NullMarked;
