/**
 * Pipes and lines, as far as they are pure: which pipes a neighbour may open here, by which number each begins, when a link is silent, and
 * what one side of a pipe has to hear of it.
 */
@NullMarked
package dev.terra.agent.pipe;

import org.jspecify.annotations.NullMarked;
