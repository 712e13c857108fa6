/** The rules by which this site's router sends tunnels on; a helper with the rights for it puts them in force. */
@NullMarked
package dev.terra.agent.route;

import org.jspecify.annotations.NullMarked;
