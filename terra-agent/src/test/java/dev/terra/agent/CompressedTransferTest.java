package dev.terra.agent;

import dev.terra.agent.support.CompressedTunnels;
import org.junit.jupiter.api.extension.ExtendWith;

/** Bytes travel and arrive as they were, with agents that compress chunks. */
@ExtendWith(CompressedTunnels.class)
class CompressedTransferTest extends AgentTransferTest {}
