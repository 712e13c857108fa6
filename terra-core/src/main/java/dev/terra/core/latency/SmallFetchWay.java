package dev.terra.core.latency;

import org.jspecify.annotations.Nullable;

/**
 * Which way small fetches of a class go between two sites whose network keeps no classes: the stock path, or tunnels, on which they are
 * ahead of bulk chunks. They take the tunnel over the links of the stock path, as plans leave room for them there. A fetch by tunnels is
 * redirected, which costs a round trip. So tunnels are taken only after fetches were measured to wait for longer on the stock path. While
 * fetches go by tunnels, nothing is measured there; the choice stands for as long as packets of the stock path wait for half as long as
 * when it was made, and for {@link #MOST_NANOS} at most. Then the stock path is measured again. The choice ends for {@link #PAUSE_NANOS}
 * when a fetch did not arrive by tunnels, and when fetches take longer by tunnels than they took on the stock path: redirects are work,
 * which nodes and agents without processor time to spare have no room for. An instance is a state; it does not change.
 *
 * <p>Example: the stock path takes 60 ms where nothing waits. Its fetches take 400 ms, so they wait for 340 ms. The round trip
 * is 150 ms now: they go by tunnels, as 340 is more than 1.5 times 150.
 *
 * @param latencyNanos what fetches take on the stock path, if that was measured
 * @param measuredNanos when it was measured last; null: not since the stock path is taken
 * @param packetWaitNanos for how long packets of the stock path wait, smoothed over some seconds
 * @param detour since when tunnels are taken; null: the stock path is
 * @param failedNanos when tunnels were left as a fetch did not arrive by them, or fetches took too long; null: never
 */
public record SmallFetchWay(double latencyNanos, @Nullable Long measuredNanos, double packetWaitNanos, @Nullable Detour detour,
    @Nullable Long failedNanos) {
  /** The stock path, of which nothing is known. */
  public static final SmallFetchWay STOCK = new SmallFetchWay(0, null, 0, null, null);

  /** Bulk comes and goes within some seconds: what was measured before says nothing of now. */
  static final long FRESH_NANOS = 10_000_000_000L;
  /** By then bulk of another kind may be under way, and the stock path may be the better one. */
  static final long MOST_NANOS = 300_000_000_000L;
  /** A tunnel, an agent or a node's handler comes back within a minute, or stays away for long. */
  static final long PAUSE_NANOS = 60_000_000_000L;
  /** How many times a round trip fetches wait at least when tunnels are chosen; they are left where it is less than one. */
  static final double MARGIN = 1.5;
  /** The part of the wait of packets at the choice below which it ends. */
  static final double LASTING = 0.5;
  /** So many fetches say as much as all before them. */
  private static final double FEW_FETCHES = 8;
  /** What fetches by tunnels are expected to take before any is measured, of what they take on the stock path. */
  private static final double EXPECTED = 0.5;
  /** Looks are taken twice a second. */
  private static final double LOOK = 0.125;

  /**
   * A choice of tunnels.
   *
   * @param packetWaitNanos for how long packets of the stock path waited when it was made
   * @param latencyNanos what fetches take by tunnels, smoothed over some fetches
   */
  public record Detour(long sinceNanos, double packetWaitNanos, double latencyNanos) {
    private Detour measured(long nanos) {
      return new Detour(sinceNanos, packetWaitNanos, latencyNanos + (nanos - latencyNanos) / FEW_FETCHES);
    }
  }

  /**
   * How things stand at a moment.
   *
   * @param oneQueue whether the stock path was measured to keep no classes
   * @param rttNanos the round trip of the stock path, as the tunnel over its links measures it; 0: there is none
   * @param leastRttNanos the least of late
   */
  public record Network(boolean oneQueue, long rttNanos, long leastRttNanos) {
    /** Nothing is known, and no tunnel stands. */
    public static final Network UNKNOWN = new Network(false, 0, 0);
  }

  /** Whether fetches go by tunnels. */
  public boolean isByTunnels() {
    return detour != null;
  }

  /**
   * The state after fetches of the stock path were measured.
   *
   * @param fetches how many, above 0
   * @param meanNanos their latency, from the first byte that was offered to the last one that arrived
   */
  public SmallFetchWay measured(long fetches, double meanNanos, long nowNanos) {
    double weight = isFresh(nowNanos) ? Math.min(1, fetches / FEW_FETCHES) : 1;
    return new SmallFetchWay(latencyNanos + weight * (meanNanos - latencyNanos), nowNanos, packetWaitNanos, detour, failedNanos);
  }

  /** The state after a look at the network, of which there are two a second. */
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
   * The state after a fetch by tunnels has arrived, or has been on its way for long.
   *
   * @param nanos for how long it has been on its way since it was redirected
   */
  public SmallFetchWay tookByTunnels(long nanos, long nowNanos) {
    if (detour == null) {
      return this;
    }
    Detour measured = detour.measured(nanos);
    return measured.latencyNanos > latencyNanos ? failed(nowNanos)
        : new SmallFetchWay(latencyNanos, measuredNanos, packetWaitNanos, measured, failedNanos);
  }

  /** The state after a fetch did not arrive by tunnels. */
  public SmallFetchWay failed(long nowNanos) {
    return new SmallFetchWay(0, null, packetWaitNanos, null, nowNanos);
  }
}
