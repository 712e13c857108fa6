package dev.terra.agent.send;

import dev.terra.agent.pace.Pacer;
import dev.terra.agent.tunnel.Tunnel;
import dev.terra.core.shuffle.BundleId;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The chunks under way on one tunnel. Their bytes, as counted on the tunnel, are bounded by three chunks plus what the tunnel's rate moves
 * in a round trip and {@link #SLACK_SECONDS}, so that the sockets of its hops and its relays never hold more than that. Where
 * acknowledgements take longer, the tunnel is full all the time, and the bundle that is woken first would take all room. So each bundle may
 * have one chunk under way plus what its own rate moves in that time, whatever the others have. It is used on the agent's thread only.
 */
final class TunnelWindow {
  /**
   * The time, in seconds, by which acknowledgements and timers are late on a busy machine. With less, rates stay unused while very many
   * bundles begin.
   */
  static final double SLACK_SECONDS = 0.6;
  /**
   * The bytes that may be under way at any rate: three chunks. One is on its way, and two wait for an acknowledgement, since slow chunks
   * are acknowledged in pairs. It is small because dozens of tunnels may share a slow link: the bytes under way on all of them delay every
   * probe, and are sent again when a tunnel is suspected.
   */
  static final long MIN_BYTES = 3 * Pacer.MIN_CHUNK_BYTES;
  private static final double NANOS = 1e9;

  private final Tunnel tunnel;
  private final UnderWay underWay;
  private final Set<InFlight> chunks = new LinkedHashSet<>();
  private final Map<BundleId, Long> bytesOfBundles = new HashMap<>();
  private final Set<Long> described = new HashSet<>();
  private long bytes;
  private double rateBytesPerSecond;
  private boolean rated;

  TunnelWindow(Tunnel tunnel, UnderWay underWay) {
    this.tunnel = tunnel;
    this.underWay = underWay;
  }

  Tunnel tunnel() {
    return tunnel;
  }

  /** Sets the tunnel's rate: the sum of the rates of its bundles. */
  void rate(double bytesPerSecond) {
    if (bytesPerSecond == rateBytesPerSecond && rated) {
      return;
    }
    rated = true;
    rateBytesPerSecond = bytesPerSecond;
    int chunkBytes = Pacer.chunkBytes(bytesPerSecond);
    tunnel.chunk(chunkBytes, (long) (NANOS * chunkBytes / Math.max(1, bytesPerSecond)));
  }

  private static long moved(double rateBytesPerSecond, long rttNanos) {
    return (long) (rateBytesPerSecond * (rttNanos / NANOS + SLACK_SECONDS));
  }

  /** Returns whether a chunk of a bundle that has this rate on the tunnel may be sent. */
  boolean hasRoom(BundleId bundle, double bundleRate, int chunkBytes) {
    long rtt = tunnel.leastRttNanos();
    return tunnel.isWritable() && (bytes + chunkBytes <= MIN_BYTES + moved(rateBytesPerSecond, rtt)
        || bytesOfBundles.getOrDefault(bundle, 0L) + chunkBytes <= Pacer.MIN_CHUNK_BYTES + moved(bundleRate, rtt));
  }

  void add(InFlight chunk) {
    chunks.add(chunk);
    bytes += chunk.wireBytes();
    bytesOfBundles.merge(chunk.segment().bundle(), (long) chunk.wireBytes(), Long::sum);
    underWay.change(chunk.segment().bundle(), chunk.length());
    tunnel.awaiting(true);
  }

  void remove(InFlight chunk) {
    if (chunks.remove(chunk)) {
      bytes -= chunk.wireBytes();
      bytesOfBundles.computeIfPresent(chunk.segment().bundle(),
          (bundle, sum) -> sum > chunk.wireBytes() ? sum - chunk.wireBytes() : null);
      underWay.change(chunk.segment().bundle(), -chunk.length());
      tunnel.awaiting(!chunks.isEmpty());
    }
  }

  /** Removes and returns all chunks under way, oldest first. */
  List<InFlight> drain() {
    List<InFlight> all = List.copyOf(chunks);
    chunks.clear();
    all.forEach(chunk -> underWay.change(chunk.segment().bundle(), -chunk.length()));
    bytesOfBundles.clear();
    bytes = 0;
    tunnel.awaiting(false);
    return all;
  }

  /** Returns the chunks that were sent before a moment and are still under way. */
  List<InFlight> sentBefore(long nanos) {
    return chunks.stream().takeWhile(chunk -> chunk.sentNanos() - nanos < 0).toList();
  }

  /** Notes that a segment is described on this tunnel; returns whether it was not described before. */
  boolean describe(long segment) {
    return described.add(segment);
  }

  void forget(long segment) {
    described.remove(segment);
  }

  long bytes() {
    return bytes;
  }
}
