package dev.terra.controller;

import dev.terra.api.v1.ProbeReport;
import dev.terra.core.wan.SiteId;
import dev.terra.network.rules.RuleMatch;
import java.util.Map;

/** What each site's agent and rules have counted at a time. */
record ProbeCounts(Map<SiteId, ProbeReport> agents, Map<SiteId, Map<RuleMatch, Long>> rules) {}
