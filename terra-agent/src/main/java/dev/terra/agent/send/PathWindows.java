package dev.terra.agent.send;

import dev.terra.agent.tunnel.Tunnel;
import dev.terra.core.shuffle.BundleId;
import dev.terra.core.wan.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * The connections of one path's tunnel. They share the tunnel's rate, and a chunk goes on the connection with the fewest bytes under way.
 */
final class PathWindows {
  private final Path path;
  private final UnderWay underWay;
  private final List<TunnelWindow> windows = new ArrayList<>();
  private double rateBytesPerSecond;

  PathWindows(Path path, UnderWay underWay) {
    this.path = path;
    this.underWay = underWay;
  }

  Path path() {
    return path;
  }

  TunnelWindow add(Tunnel tunnel) {
    TunnelWindow window = new TunnelWindow(tunnel, underWay);
    windows.add(window);
    return window;
  }

  void remove(TunnelWindow window) {
    windows.remove(window);
  }

  List<TunnelWindow> all() {
    return windows;
  }

  /** Sets the tunnel's rate: the sum of the rates that the path's bundles with work have on it. */
  void rate(double bytesPerSecond) {
    rateBytesPerSecond = bytesPerSecond;
    windows.forEach(window -> window.rate(bytesPerSecond / windows.size()));
  }

  /** Adds the rate of a bundle that had nothing to send when the rates were summed, and has something to send by this call. */
  void more(double bytesPerSecond) {
    rate(rateBytesPerSecond + bytesPerSecond);
  }

  /** Returns the window with room for so many bytes of a bundle that has this rate on the path, if there is one. */
  Optional<TunnelWindow> withRoom(BundleId bundle, double bundleRate, int bytes) {
    if (windows.size() == 1) {
      return windows.get(0).hasRoom(bundle, bundleRate, bytes) ? Optional.of(windows.get(0)) : Optional.empty();
    }
    double share = bundleRate / windows.size();
    return windows.stream().filter(window -> window.hasRoom(bundle, share, bytes)).min(Comparator.comparingLong(TunnelWindow::bytes));
  }

  /** Returns whether the agents at the far ends of all its tunnels restore compressed chunks. */
  boolean restores() {
    return windows.stream().allMatch(window -> window.tunnel().restores());
  }

  /** Returns whether any of its tunnels is still planned. On other paths nothing new is sent. */
  boolean isPlanned() {
    return windows.stream().anyMatch(window -> !window.tunnel().isRetired());
  }

  long rttNanos() {
    return windows.get(0).tunnel().rttNanos();
  }
}
