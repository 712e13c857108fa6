package dev.terra.agent;

import com.google.common.base.Ticker;
import dev.terra.agent.config.AgentConfig;
import dev.terra.agent.proof.ShuffleKeys;
import dev.terra.agent.site.Handlers;
import dev.terra.agent.stats.Events;

/**
 * The state of an agent's site that the parts of the agent share.
 *
 * @param handlers the site's handlers that are attached
 * @param keys the keys of shuffles, for this agent's session
 * @param events the log of the agent's events
 * @param ticker the monotonic clock
 */
record LocalSite(AgentConfig config, Handlers handlers, ShuffleKeys keys, Events events, Ticker ticker) {}
