package dev.terra.agent.submit;

import dev.terra.agent.support.CompressedTunnels;
import org.junit.jupiter.api.extension.ExtendWith;

/** Submitted shuffles arrive as they were, with agents that compress chunks. */
@ExtendWith(CompressedTunnels.class)
class CompressedTransfersTest extends SubmittedTransfersTest {}
