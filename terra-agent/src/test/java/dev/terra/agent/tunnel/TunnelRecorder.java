package dev.terra.agent.tunnel;

import dev.terra.agent.wire.Frame;
import dev.terra.core.wan.Path;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/** Records what happens to tunnels, and passes it on to the books of one end. */
final class TunnelRecorder implements TunnelEvents {
  private final Queue<Tunnel> up = new ConcurrentLinkedQueue<>();
  private final Queue<String> reasons = new ConcurrentLinkedQueue<>();
  private final Queue<Tunnel> suspects = new ConcurrentLinkedQueue<>();
  private final Queue<Tunnel> trusted = new ConcurrentLinkedQueue<>();
  private final Queue<Frame> frames = new ConcurrentLinkedQueue<>();
  private Optional<Tunnels> books = Optional.empty();

  /** Passes all events on to these books from now on. It is called on the owner's thread. */
  void follow(Tunnels tunnels) {
    tunnels.start(this);
    books = Optional.of(tunnels);
  }

  /** Returns all tunnels that came up, in order. */
  Queue<Tunnel> up() {
    return up;
  }

  /** Returns the reasons why tunnels went down or could not be opened, in order. */
  Queue<String> reasons() {
    return reasons;
  }

  /** Returns all tunnels that became suspect, in order. */
  Queue<Tunnel> suspects() {
    return suspects;
  }

  /** Returns all tunnels that stopped being suspect, in order. */
  Queue<Tunnel> trusted() {
    return trusted;
  }

  /** Returns all intact data frames that have arrived. */
  Queue<Frame> frames() {
    return frames;
  }

  @Override
  public void up(Tunnel tunnel) {
    books.ifPresent(tunnels -> tunnels.up(tunnel));
    up.add(tunnel);
  }

  @Override
  public void down(Tunnel tunnel, String reason) {
    books.ifPresent(tunnels -> tunnels.down(tunnel, reason));
    reasons.add(reason);
  }

  @Override
  public void unavailable(Path path, String reason) {
    reasons.add(reason);
  }

  @Override
  public void suspect(Tunnel tunnel) {
    suspects.add(tunnel);
  }

  @Override
  public void trusted(Tunnel tunnel) {
    trusted.add(tunnel);
  }

  @Override
  public void writable(Tunnel tunnel) {
    // little is sent
  }

  @Override
  public void data(Tunnel tunnel, Frame frame, boolean intact) {
    if (intact) {
      frames.add(frame);
    }
  }

  @Override
  public void control(Tunnel tunnel, Frame frame) {
    // nothing is sent
  }
}
