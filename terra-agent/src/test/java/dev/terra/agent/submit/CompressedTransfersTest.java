package dev.terra.agent.submit;

import dev.terra.agent.support.CompressedTunnels;
import org.junit.jupiter.api.extension.ExtendWith;

/** Tests that submitted shuffles arrive unchanged between agents that compress chunks. */
@ExtendWith(CompressedTunnels.class)
class CompressedTransfersTest extends SubmittedTransfersTest {}
