/** The rules by which this site's router sends tunnels on; a helper with the rights for it puts them in force. */
package dev.terra.agent.route;
