package dev.terra.agent;

import dev.terra.agent.support.CompressedTunnels;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/** Tests that what holds for agents that send chunks uncompressed also holds for agents that compress them. */
@Timeout(60)
@ExtendWith(CompressedTunnels.class)
class CompressedAgentsTest {
  @Nested class Faults extends AgentFaultTest {}

  @Nested class CorruptBytes extends CorruptBytesTest {}

  @Nested class Broadcasts extends BroadcastTest {}

  @Nested class Waves extends SpoolWavesTest {}

  @Nested class Tls extends TlsAgentsTest {}

  @Nested class AmbiguousOutputs extends AmbiguousOutputsTest {}

  @Nested class UnprovenReaders extends UnprovenReadersTest {}

  @Nested class ReadersElsewhere extends ReadersElsewhereTest {}
}
