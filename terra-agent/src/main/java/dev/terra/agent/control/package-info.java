/** The agent's communication with the controllers, and the rules that it follows while there is no controller. */
@NullMarked
package dev.terra.agent.control;

import org.jspecify.annotations.NullMarked;
