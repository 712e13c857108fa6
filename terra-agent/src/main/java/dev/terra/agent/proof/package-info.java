/** What this agent may have of shuffles, as handlers let it. */
package dev.terra.agent.proof;
