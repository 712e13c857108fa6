/** The rules by which this site's router forwards tunnels. A command with the necessary rights applies them. */
@NullMarked
package dev.terra.agent.route;

import org.jspecify.annotations.NullMarked;
