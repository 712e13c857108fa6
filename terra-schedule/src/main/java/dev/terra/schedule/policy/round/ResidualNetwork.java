package dev.terra.schedule.policy.round;

import dev.terra.core.wan.LinkId;
import dev.terra.core.wan.Wan;
import dev.terra.schedule.path.PathLimit;
import dev.terra.schedule.path.PathSets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The links and caps as a round sees them, by the dense index of the path sets' WAN: capacity (0 while a link is down) and what is left
 * of it in this round. What is left counts as nothing below {@link #SATURATED} of capacity, so that no program has to tell a
 * rounding error from a resource.
 */
public final class ResidualNetwork {
  /** A tenth of the 1e-6 within which a schedule is to leave no capacity unused. */
  static final double SATURATED = 1e-7;

  private final PathSets paths;
  private final double[] capacity;
  private final double[] residual;
  private @Nullable Wan current;
  private long version;

  /** The links of these paths' WAN, of capacity 0 until {@link #update}. */
  public ResidualNetwork(PathSets paths) {
    this.paths = paths;
    this.capacity = new double[paths.wan().capacities().length];
    this.residual = new double[capacity.length];
  }

  /** Takes over the WAN as it is now. */
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

  /** Grows with every change of a capacity. */
  public long version() {
    return version;
  }

  /** The paths that bundles may take. */
  public PathSets paths() {
    return paths;
  }

  /** Bytes/s by link; not to be changed. */
  public double[] capacity() {
    return capacity;
  }

  /** Bytes/s by link, 0 of links to and from sites that are to be avoided; not to be changed. */
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

  /** What is left, bytes/s by link; changed only by this class. */
  public double[] residual() {
    return residual;
  }

  /** Starts a round with this share of every link. */
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

  /** Uses some of a link. */
  public void take(int link, double bytesPerSecond) {
    double left = residual[link] - bytesPerSecond;
    residual[link] = left <= SATURATED * capacity[link] ? 0 : left;
  }

  /** Uses all that is left of a link. */
  public void exhaust(int link) {
    residual[link] = 0;
  }
}
