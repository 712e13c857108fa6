/** The site agent: tunnels, chunk protocol, rate enforcement, spool, site gateway. */
@NullMarked
package dev.terra.agent;

import org.jspecify.annotations.NullMarked;
