/** The events that have happened at an agent. */
@NullMarked
package dev.terra.agent.stats;

import org.jspecify.annotations.NullMarked;
