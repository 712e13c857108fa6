/** How much of an agent anybody may take before he has said who he is. */
@NullMarked
package dev.terra.agent.door;

import org.jspecify.annotations.NullMarked;
