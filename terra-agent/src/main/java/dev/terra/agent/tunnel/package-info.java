/**
 * Tunnels: one chain of TCP connections per path, opened by the sending site, relayed by label through the sites between,
 * answered by the receiving site. Channel state stays on channels' own loops; what an agent has to know about it arrives on
 * the agent's thread.
 */
package dev.terra.agent.tunnel;
