package dev.terra.agent.site;

import dev.terra.api.v1.ShuffleGrant;

/** The key of a shuffle's readers that was granted to one session of another site's agent. */
record SessionGrant(long session, ShuffleGrant message) {}
