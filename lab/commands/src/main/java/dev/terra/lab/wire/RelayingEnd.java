package dev.terra.lab.wire;

import com.google.common.collect.ImmutableSet;
import dev.terra.agent.tls.AgentTls;
import dev.terra.agent.tunnel.Tunnel;
import dev.terra.agent.wire.Frame;
import java.io.IOException;
import java.util.Optional;

/** An agent on the path, at which no tunnel begins or ends. It relays until its input ends. */
final class RelayingEnd extends End {
  RelayingEnd(WirePlace place, Optional<AgentTls> tls) throws IOException {
    super(place, tls);
    context().accepted().follow(ImmutableSet.of(place.path()), ticker().read());
    listen();
  }

  @Override
  void close() {
    // a relay has no other parts
  }

  @Override
  public void writable(Tunnel tunnel) {
    throw new IllegalStateException("no tunnel is opened here");
  }

  @Override
  public void data(Tunnel tunnel, Frame frame, boolean intact) {
    throw new IllegalStateException("data for a relay");
  }

  @Override
  public void control(Tunnel tunnel, Frame frame) {
    throw new IllegalStateException("unexpected " + frame.header());
  }
}
