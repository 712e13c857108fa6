package dev.terra.agent.send;

import dev.terra.agent.tunnel.Tunnel;
import dev.terra.core.shuffle.BundleId;
import dev.terra.core.wan.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** The connections of one path's tunnel: they share its rate, and a chunk goes on the one with the least under way. */
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

  /** The sum of the rates of the path's bundles that have work. */
  void rate(double bytesPerSecond) {
    rateBytesPerSecond = bytesPerSecond;
    windows.forEach(window -> window.rate(bytesPerSecond / windows.size()));
  }

  /** A bundle that had nothing to send when rates were summed has now. */
  void more(double bytesPerSecond) {
    rate(rateBytesPerSecond + bytesPerSecond);
  }

  /** The window in which so many bytes of a bundle that has this rate on the path find room. */
  Optional<TunnelWindow> withRoom(BundleId bundle, double bundleRate, int bytes) {
    if (windows.size() == 1) {
      return windows.get(0).hasRoom(bundle, bundleRate, bytes) ? Optional.of(windows.get(0)) : Optional.empty();
    }
    double share = bundleRate / windows.size();
    return windows.stream().filter(window -> window.hasRoom(bundle, share, bytes)).min(Comparator.comparingLong(TunnelWindow::bytes));
  }

  /** Whether the far ends of all its tunnels restore compressed chunks. */
  boolean restores() {
    return windows.stream().allMatch(window -> window.tunnel().restores());
  }

  /** Whether any of its tunnels is still planned: on others nothing new is sent. */
  boolean isPlanned() {
    return windows.stream().anyMatch(window -> !window.tunnel().isRetired());
  }

  long rttNanos() {
    return windows.get(0).tunnel().rttNanos();
  }
}
