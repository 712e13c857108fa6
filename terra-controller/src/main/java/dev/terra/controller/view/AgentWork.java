package dev.terra.controller.view;

import dev.terra.core.wan.SiteId;

/**
 * How much an agent has worked since it started.
 *
 * @param processorMicros as it reported last, at least 1
 */
public record AgentWork(SiteId site, long processorMicros) {}
