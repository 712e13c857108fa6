package dev.terra.core.latency;

import org.jspecify.annotations.Nullable;

/**
 * The choice of the way of a class's small fetches between two sites whose network keeps no classes: the stock path, or tunnels, on which
 * they are ahead of bulk chunks. In tunnels, they take the one over the links of the stock path, since plans leave room for them there. A
 * fetch by tunnels is redirected, which costs a round trip. Therefore tunnels are chosen only after fetches were measured to wait for
 * longer than that on the stock path. While fetches go by tunnels, the stock path is not measured with fetches. The choice of tunnels lasts
 * while packets of the stock path wait at least half as long as when it was made, and for at most {@link #MOST_NANOS}. Then the stock path
 * is measured again. Tunnels are excluded for {@link #PAUSE_NANOS} if a fetch did not arrive by tunnels, or if fetches take longer by
 * tunnels than they took on the stock path: redirects are work, for which nodes and agents may lack processor time. An instance is a state;
 * it does not change.
 *
 * <p>Example: a round trip on the stock path takes 60 ms if nothing waits. Fetches take 400 ms on it, so they wait for 340 ms. The present
 * round trip is 150 ms. Fetches go by tunnels, since 340 is more than 1.5 times 150.
 *
 * @param latencyNanos the latency of fetches on the stock path, if it was measured
 * @param measuredNanos the time when it was last measured; null if it has not been measured since the stock path was chosen
 * @param packetWaitNanos for how long packets of the stock path wait, smoothed over some seconds
 * @param detour the choice of tunnels; null if fetches take the stock path
 * @param failedNanos the time when tunnels were given up because a fetch did not arrive by them, or fetches took too long; null if
 *     never
 */
public record SmallFetchWay(double latencyNanos, @Nullable Long measuredNanos, double packetWaitNanos, @Nullable Detour detour,
    @Nullable Long failedNanos) {
  /** The choice of the stock path, of which nothing is known. */
  public static final SmallFetchWay STOCK = new SmallFetchWay(0, null, 0, null, null);

  /**
   * The time for which a measurement is valid. Bulk traffic comes and goes within some seconds, so older measurements do not describe the
   * present.
   */
  static final long FRESH_NANOS = 10_000_000_000L;
  /**
   * The longest time for which a choice of tunnels lasts. By then, other bulk traffic may be under way, and the stock path may be better.
   */
  static final long MOST_NANOS = 300_000_000_000L;
  /**
   * The time for which tunnels are excluded after a failure. A tunnel, an agent or a node's handler comes back within a minute, or stays
   * away for long.
   */
  static final long PAUSE_NANOS = 60_000_000_000L;
  /**
   * The number of round trips for which fetches have to wait for tunnels to be chosen. Tunnels are given up when fetches wait for less than
   * one.
   */
  static final double MARGIN = 1.5;
  /** The part of the wait of packets at the time of the choice below which the choice ends. */
  static final double LASTING = 0.5;
  /** The number of fetches whose mean replaces all earlier measurements. */
  private static final double FEW_FETCHES = 8;
  /** The expected latency of fetches by tunnels before any is measured, as a part of their latency on the stock path. */
  private static final double EXPECTED = 0.5;
  /** The weight of a look in the smoothed wait of packets. There are two looks a second. */
  private static final double LOOK = 0.125;

  /**
   * A choice of tunnels.
   *
   * @param packetWaitNanos for how long packets of the stock path waited when the choice was made
   * @param latencyNanos the latency of fetches by tunnels, smoothed over some fetches
   */
  public record Detour(long sinceNanos, double packetWaitNanos, double latencyNanos) {
    private Detour measured(long nanos) {
      return new Detour(sinceNanos, packetWaitNanos, latencyNanos + (nanos - latencyNanos) / FEW_FETCHES);
    }
  }

  /**
   * The state of the network at a moment.
   *
   * @param oneQueue whether the stock path was measured to keep no classes
   * @param rttNanos the round trip of the stock path, as the tunnel over its links measures it; 0 if there is no such tunnel
   * @param leastRttNanos the least recent round trip
   */
  public record Network(boolean oneQueue, long rttNanos, long leastRttNanos) {
    /** The state if nothing is known and no tunnel is open. */
    public static final Network UNKNOWN = new Network(false, 0, 0);
  }

  /** Returns whether fetches go by tunnels. */
  public boolean isByTunnels() {
    return detour != null;
  }

  /**
   * Returns the state after fetches on the stock path were measured.
   *
   * @param fetches the number of measured fetches, above 0
   * @param meanNanos the mean of their latencies, from the first byte that was offered to the last one that arrived
   */
  public SmallFetchWay measured(long fetches, double meanNanos, long nowNanos) {
    double weight = isFresh(nowNanos) ? Math.min(1, fetches / FEW_FETCHES) : 1;
    return new SmallFetchWay(latencyNanos + weight * (meanNanos - latencyNanos), nowNanos, packetWaitNanos, detour, failedNanos);
  }

  /** Returns the state after a look at the network. There are two looks a second. */
  public SmallFetchWay after(Network network, long nowNanos) {
    double packetWait = packetWaitNanos + LOOK * (Math.max(0, network.rttNanos - network.leastRttNanos) - packetWaitNanos);
    if (detour == null) {
      Detour next = isWorth(network, nowNanos) ? new Detour(nowNanos, packetWait, EXPECTED * latencyNanos) : null;
      return new SmallFetchWay(latencyNanos, measuredNanos, packetWait, next, failedNanos);
    }
    boolean lasts = lasts(detour, network, packetWait, nowNanos);
    return new SmallFetchWay(latencyNanos, lasts ? measuredNanos : null, packetWait, lasts ? detour : null, failedNanos);
  }

  private boolean isWorth(Network network, long nowNanos) {
    boolean paused = failedNanos != null && nowNanos - failedNanos < PAUSE_NANOS;
    return network.oneQueue && network.rttNanos > 0 && !paused && isFresh(nowNanos)
        && waitNanos(network) > MARGIN * network.rttNanos;
  }

  private boolean lasts(Detour chosen, Network network, double packetWait, long nowNanos) {
    boolean measuredSince = measuredNanos != null && measuredNanos > chosen.sinceNanos && isFresh(nowNanos);
    return network.oneQueue && network.rttNanos > 0 && nowNanos - chosen.sinceNanos < MOST_NANOS
        && packetWait >= LASTING * chosen.packetWaitNanos && !(measuredSince && waitNanos(network) < network.rttNanos);
  }

  private boolean isFresh(long nowNanos) {
    return measuredNanos != null && nowNanos - measuredNanos <= FRESH_NANOS;
  }

  private double waitNanos(Network network) {
    return latencyNanos - network.leastRttNanos;
  }

  /**
   * Returns the state after a fetch by tunnels has arrived, or has been on its way for long.
   *
   * @param nanos the time for which the fetch has been on its way since it was redirected
   */
  public SmallFetchWay tookByTunnels(long nanos, long nowNanos) {
    if (detour == null) {
      return this;
    }
    Detour measured = detour.measured(nanos);
    return measured.latencyNanos > latencyNanos ? failed(nowNanos)
        : new SmallFetchWay(latencyNanos, measuredNanos, packetWaitNanos, measured, failedNanos);
  }

  /** Returns the state after a fetch did not arrive by tunnels. */
  public SmallFetchWay failed(long nowNanos) {
    return new SmallFetchWay(0, null, packetWaitNanos, null, nowNanos);
  }
}
