/** This site's handlers: the outputs that they report, their requests, and the decisions about them. */
@NullMarked
package dev.terra.agent.site;

import org.jspecify.annotations.NullMarked;
