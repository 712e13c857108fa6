/** What the agent hears from the controller and tells it, and what it does while there is none. */
@NullMarked
package dev.terra.agent.control;

import org.jspecify.annotations.NullMarked;
