package dev.terra.agent;

import dev.terra.agent.send.Pump;
import dev.terra.agent.tunnel.Tunnel;
import dev.terra.agent.tunnel.TunnelEvents;
import dev.terra.agent.wire.Frame;
import dev.terra.core.wan.Path;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Passes on what happens on tunnels. The books send on tunnels and tunnels bring news to the books: this is made before both, and
 * the listeners are named once the last of the books is there, before the first tunnel is opened or accepted. On the agent's thread.
 */
final class TunnelNews implements TunnelEvents {
  private static final Logger log = LoggerFactory.getLogger(TunnelNews.class);

  private Listeners listeners;

  /** Who hears of it. */
  record Listeners(TunnelStates states, TunnelFrames frames, Pump pump) {}

  /** To be called once. */
  void listen(Listeners all) {
    listeners = all;
  }

  @Override
  public void up(Tunnel tunnel) {
    listeners.states.up(tunnel);
  }

  @Override
  public void down(Tunnel tunnel, String reason) {
    listeners.states.down(tunnel, reason);
  }

  @Override
  public void suspect(Tunnel tunnel) {
    listeners.states.suspect(tunnel);
  }

  @Override
  public void trusted(Tunnel tunnel) {
    listeners.states.trusted(tunnel);
  }

  @Override
  public void unavailable(Path path, String reason) {
    log.debug("tunnel {} can't be opened: {}", path, reason);
  }

  @Override
  public void writable(Tunnel tunnel) {
    listeners.pump.writable(tunnel);
  }

  @Override
  public void data(Tunnel tunnel, Frame frame, boolean intact) {
    listeners.frames.data(tunnel, frame, intact);
  }

  @Override
  public void control(Tunnel tunnel, Frame frame) {
    listeners.frames.control(tunnel, frame);
  }
}
