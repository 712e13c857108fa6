/**
 * The results of one turn of the controller: messages to agents, events, the request for a round, and the term in which the turn is made.
 */
@NullMarked
package dev.terra.controller.core.turn;

import org.jspecify.annotations.NullMarked;
