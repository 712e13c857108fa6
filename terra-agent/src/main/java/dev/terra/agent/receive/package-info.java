/** The receiving site: the bytes of segments that are here, the readers that wait for them, and the messages to sending sites. */
@NullMarked
package dev.terra.agent.receive;

import org.jspecify.annotations.NullMarked;
