/** The bounds on the resources of an agent that a client may take before it has proved its identity. */
@NullMarked
package dev.terra.agent.door;

import org.jspecify.annotations.NullMarked;
