/**
 * Tunnels: for each path one connection or a few, from the agent of the sending site to that of the receiving one; and what carries them
 * over several hops: lines between neighbours, and pipes through the sites between. Channel state stays on channels' own loops; what an
 * agent has to know about it arrives on the agent's thread.
 */
@NullMarked
package dev.terra.agent.tunnel;

import org.jspecify.annotations.NullMarked;
