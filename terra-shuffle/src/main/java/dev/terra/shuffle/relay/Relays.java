package dev.terra.shuffle.relay;

import dev.terra.node.limit.PeerShares;
import dev.terra.shuffle.fetch.Verdict.RelayTo;
import io.netty.channel.ChannelHandlerContext;
import java.util.Optional;

/** Starts relays, as many at once as their buffers allow. Thread-safe. */
public final class Relays {
  /** What their buffers allow: see {@link DirectBuffers}. */
  static final int MAX_ACTIVE = 300;

  private final RelayServices services;
  private final PeerShares active = PeerShares.of(MAX_ACTIVE);

  /** None yet. */
  public Relays(RelayServices services) {
    this.services = services;
  }

  /**
   * Starts one on the client's event loop, which must be the caller's, as the last response of its connection; empty
   * where there are too many, or too many of its job.
   */
  public Optional<Relay> start(ChannelHandlerContext client, RelayTo target) {
    String job = target.request().job();
    if (!active.take(job)) {
      return Optional.empty();
    }
    client.channel().closeFuture().addListener(closed -> active.give(job));
    Relay relay = new Relay(client, target, services);
    relay.start();
    return Optional.of(relay);
  }
}
