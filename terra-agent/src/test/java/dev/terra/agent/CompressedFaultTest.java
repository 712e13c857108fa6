package dev.terra.agent;

import dev.terra.agent.support.CompressedTunnels;
import org.junit.jupiter.api.extension.ExtendWith;

/** What breaks changes nothing that arrives, with agents that compress chunks. */
@ExtendWith(CompressedTunnels.class)
class CompressedFaultTest extends AgentFaultTest {}
