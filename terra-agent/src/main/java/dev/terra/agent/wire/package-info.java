/** What two agents say to each other over a tunnel: frames, their checks, and nothing else. Pure but for Netty's buffers. */
@NullMarked
package dev.terra.agent.wire;

import org.jspecify.annotations.NullMarked;
