/** Advice about where reducers are best run, over HTTP. */
@NullMarked
package dev.terra.rest.place;

import org.jspecify.annotations.NullMarked;
