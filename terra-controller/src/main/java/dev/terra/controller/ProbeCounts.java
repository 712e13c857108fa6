package dev.terra.controller;

import dev.terra.api.v1.ProbeReport;
import dev.terra.core.wan.SiteId;
import dev.terra.network.rules.RuleMatch;
import java.util.Map;

/** What the agent and the rules of each site have counted up to one point in time. */
record ProbeCounts(Map<SiteId, ProbeReport> agents, Map<SiteId, Map<RuleMatch, Long>> rules) {}
