/** What this agent may have of shuffles, as handlers let it. */
@NullMarked
package dev.terra.agent.proof;

import org.jspecify.annotations.NullMarked;
