package dev.terra.agent;

import dev.terra.agent.support.CompressedTunnels;
import org.junit.jupiter.api.extension.ExtendWith;

/** No changed bit comes through, with agents that compress chunks. */
@ExtendWith(CompressedTunnels.class)
class CompressedCorruptBytesTest extends CorruptBytesTest {}
