package dev.terra.agent.site;

import dev.terra.api.v1.ShuffleGrant;

/** What a session of another site's agent was granted. */
record SessionGrant(long session, ShuffleGrant message) {}
