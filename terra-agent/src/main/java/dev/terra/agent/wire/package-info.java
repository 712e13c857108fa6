/** The messages of two agents over a tunnel: frames and their checks. Its only dependency is Netty's buffers. */
@NullMarked
package dev.terra.agent.wire;

import org.jspecify.annotations.NullMarked;
