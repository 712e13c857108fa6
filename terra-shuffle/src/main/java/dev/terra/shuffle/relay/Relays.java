package dev.terra.shuffle.relay;

import dev.terra.shuffle.fetch.Verdict.RelayTo;
import io.netty.channel.ChannelHandlerContext;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;

/** Starts relays, as many at once as their buffers allow. Thread-safe. */
public final class Relays {
  /** What their buffers allow: see {@link DirectBuffers}. */
  static final int MAX_ACTIVE = 300;

  private final RelayServices services;
  private final AtomicInteger active = new AtomicInteger();

  /** None yet. */
  public Relays(RelayServices services) {
    this.services = services;
  }

  /**
   * Starts one on the client's event loop, which must be the caller's, as the last response of its connection; empty
   * where there are too many.
   */
  public Optional<Relay> start(ChannelHandlerContext client, RelayTo target) {
    if (active.incrementAndGet() > MAX_ACTIVE) {
      active.decrementAndGet();
      return Optional.empty();
    }
    client.channel().closeFuture().addListener(closed -> active.decrementAndGet());
    Relay relay = new Relay(client, target, services);
    relay.start();
    return Optional.of(relay);
  }
}
