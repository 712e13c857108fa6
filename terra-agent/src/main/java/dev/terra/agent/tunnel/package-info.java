/**
 * Tunnels: for each path one connection or a few, from the agent of the sending site to that of the receiving site. This package also has
 * what carries tunnels over several hops: lines between neighbours, and pipes through the sites between. The state of channels stays on
 * their own loops. The agent is informed of changes on its own thread.
 */
@NullMarked
package dev.terra.agent.tunnel;

import org.jspecify.annotations.NullMarked;
