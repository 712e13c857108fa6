/** What is measured of links, and what the sockets on them are given: what Linux and the channels tell. */
@NullMarked
package dev.terra.agent.link;

import org.jspecify.annotations.NullMarked;
