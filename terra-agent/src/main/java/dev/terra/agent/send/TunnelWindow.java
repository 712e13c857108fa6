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
 * What is under way on one tunnel. Its bytes, as they are on the tunnel, are bounded by three chunks and what the tunnel's rate moves in a
 * round trip and {@link #SLACK_SECONDS}, so that neither the sockets of its hops nor its relays ever hold more than that. Where answers
 * take longer a tunnel is full all the time, and the bundle that is woken first would take all room that comes: so a bundle may have one
 * chunk under way, and what its own rate moves meanwhile, whatever the others have. On the agent's thread.
 */
final class TunnelWindow {
  /** Delays of acknowledgements and of timers on a busy machine; with less, rates stay unused while very many bundles begin. */
  static final double SLACK_SECONDS = 0.6;
  /**
   * Three chunks, whatever the rate: one on its way, and two whose acknowledgement is, as one is for two where they are slow. Dozens of
   * tunnels may share a slow link, and what is under way on all of them stands in front of every probe and is sent again when a tunnel
   * is suspected.
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

  /** The sum of its bundles' rates. */
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

  /** Whether a chunk of a bundle that has this rate here may be sent. */
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

  /** All that is under way, oldest first; nothing is any more. */
  List<InFlight> drain() {
    List<InFlight> all = List.copyOf(chunks);
    chunks.clear();
    all.forEach(chunk -> underWay.change(chunk.segment().bundle(), -chunk.length()));
    bytesOfBundles.clear();
    bytes = 0;
    tunnel.awaiting(false);
    return all;
  }

  /** What was sent before a moment and is still under way. */
  List<InFlight> sentBefore(long nanos) {
    return chunks.stream().takeWhile(chunk -> chunk.sentNanos() - nanos < 0).toList();
  }

  /** Notes that a segment's number is explained on this tunnel; returns whether it was not before. */
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
