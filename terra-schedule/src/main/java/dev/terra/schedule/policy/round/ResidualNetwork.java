package dev.terra.schedule.policy.round;

import dev.terra.core.wan.LinkId;
import dev.terra.core.wan.Wan;
import dev.terra.schedule.path.PathLimit;
import dev.terra.schedule.path.PathSets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The links and caps as a round sees them, by the dense index of the path sets' WAN: the capacity (0 while a link is down), and what is
 * left of it in this round. A rest below {@link #SATURATED} of the capacity counts as 0, so that no program has to distinguish a rounding
 * error from usable capacity.
 */
public final class ResidualNetwork {
  /** The share of a capacity below which a rest counts as 0: a tenth of the 1e-6 of a capacity that a schedule may leave unused. */
  static final double SATURATED = 1e-7;

  private final PathSets paths;
  private final double[] capacity;
  private final double[] residual;
  private @Nullable Wan current;
  private long version;

  /** Makes the links of these paths' WAN; their capacity is 0 until {@link #update}. */
  public ResidualNetwork(PathSets paths) {
    this.paths = paths;
    this.capacity = new double[paths.wan().capacities().length];
    this.residual = new double[capacity.length];
  }

  /** Takes over the WAN as it is at this time. */
  public void update(Wan wan) {
    if (wan == current) {
      return;
    }
    double[] before = capacity.clone();
    System.arraycopy(paths.wan().capacitiesIn(wan), 0, capacity, 0, capacity.length);
    if (version == 0 || !Arrays.equals(before, capacity)) {
      version++;
    }
    current = wan;
  }

  /** Returns a number that grows with every change of a capacity. */
  public long version() {
    return version;
  }

  /** Returns the paths that bundles may take. */
  public PathSets paths() {
    return paths;
  }

  /** Returns the capacities, bytes/s by link. The caller must not change the array. */
  public double[] capacity() {
    return capacity;
  }

  /** Returns the capacities, bytes/s by link, with 0 for links from and to avoided sites. The caller must not change the array. */
  double[] capacityFor(PathLimit limit) {
    if (limit.avoided().isEmpty()) {
      return capacity;
    }
    double[] open = capacity.clone();
    for (int link = 0; link < paths.wan().links().size(); link++) {
      LinkId id = paths.wan().links().get(link).id();
      open[link] = limit.avoided().contains(id.from()) || limit.avoided().contains(id.to()) ? 0 : open[link];
    }
    return open;
  }

  /** Returns what is left, bytes/s by link. Only this class changes the array. */
  public double[] residual() {
    return residual;
  }

  /** Starts a round in which this share of every link may be used. */
  public void open(double share) {
    for (int link = 0; link < residual.length; link++) {
      residual[link] = capacity[link] * share;
    }
  }

  /** Adds this share of every link to what is left. */
  public void release(double share) {
    for (int link = 0; link < residual.length; link++) {
      residual[link] += capacity[link] * share;
    }
  }

  /** Uses up a rate on a link. */
  public void take(int link, double bytesPerSecond) {
    double left = residual[link] - bytesPerSecond;
    residual[link] = left <= SATURATED * capacity[link] ? 0 : left;
  }

  /** Uses all that is left of a link. */
  public void exhaust(int link) {
    residual[link] = 0;
  }
}
