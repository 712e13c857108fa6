/**
 * What one turn of the controller leaves behind: messages to agents, events, the request for a round, and the term it is made in.
 */
@NullMarked
package dev.terra.controller.core.turn;

import org.jspecify.annotations.NullMarked;
