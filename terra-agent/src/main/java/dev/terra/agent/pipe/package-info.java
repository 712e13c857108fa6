/**
 * The pure parts of pipes and lines: the pipes that a neighbour may open here, the number with which each begins, when a link is silent,
 * and the notifications of one side of a pipe.
 */
@NullMarked
package dev.terra.agent.pipe;

import org.jspecify.annotations.NullMarked;
