package dev.terra.shuffle.relay;

import dev.terra.node.agent.AgentLinks;
import dev.terra.node.count.ShuffleCounts;
import dev.terra.shuffle.tls.ShuffleTls;
import io.netty.buffer.ByteBufAllocator;
import java.util.Optional;
import java.util.function.LongSupplier;

/** What all relays share; the clock is monotonic, ns. */
public record RelayServices(Peers peers, ShuffleCounts counts, RelayLimits limits, ByteBufAllocator allocator,
    LongSupplier nanoClock) {
  /**
   * Whom relays ask.
   *
   * @param tls with origins, where the shuffle is encrypted
   */
  public record Peers(AgentLinks agents, Optional<ShuffleTls> tls) {}

  AgentLinks agents() {
    return peers.agents();
  }

  Optional<ShuffleTls> tls() {
    return peers.tls();
  }
}
