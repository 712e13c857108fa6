/** The receiving site: which bytes of which segments are here, who waits for them, and what to tell the sending sites. */
@NullMarked
package dev.terra.agent.receive;

import org.jspecify.annotations.NullMarked;
