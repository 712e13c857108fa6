/** This site's handlers: what they have, what they ask, and what they get. */
@NullMarked
package dev.terra.agent.site;

import org.jspecify.annotations.NullMarked;
