/** The sending site: which bytes are sent to which site, in which order, over which tunnel, and when. */
@NullMarked
package dev.terra.agent.send;

import org.jspecify.annotations.NullMarked;
