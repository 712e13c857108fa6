/** Explanations of a shuffle's place, paths and rates, over HTTP. */
@NullMarked
package dev.terra.rest.explain;

import org.jspecify.annotations.NullMarked;
