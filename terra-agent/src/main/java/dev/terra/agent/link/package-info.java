/** Measurements of links, from data of Linux and of the channels, and the settings of sockets on links. */
@NullMarked
package dev.terra.agent.link;

import org.jspecify.annotations.NullMarked;
