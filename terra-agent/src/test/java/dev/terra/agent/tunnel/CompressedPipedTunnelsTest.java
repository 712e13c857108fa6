package dev.terra.agent.tunnel;

import dev.terra.agent.support.CompressedTunnels;
import org.junit.jupiter.api.extension.ExtendWith;

/** Tunnels with pipes that carry compressed chunks. */
@ExtendWith(CompressedTunnels.class)
class CompressedPipedTunnelsTest extends PipedTunnelsTest {}
