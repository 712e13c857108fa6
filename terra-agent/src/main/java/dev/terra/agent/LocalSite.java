package dev.terra.agent;

import com.google.common.base.Ticker;
import dev.terra.agent.config.AgentConfig;
import dev.terra.agent.proof.ShuffleKeys;
import dev.terra.agent.site.Handlers;
import dev.terra.agent.stats.Events;

/**
 * What the parts of an agent share of its site.
 *
 * @param handlers the site's handlers that are attached
 * @param keys of shuffles, for this agent's session
 * @param events what has happened
 * @param ticker the monotonic clock
 */
record LocalSite(AgentConfig config, Handlers handlers, ShuffleKeys keys, Events events, Ticker ticker) {}
