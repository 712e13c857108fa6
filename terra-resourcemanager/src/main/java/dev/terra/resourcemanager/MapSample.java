package dev.terra.resourcemanager;

import java.util.HashSet;
import java.util.Set;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.jspecify.annotations.Nullable;

/**
 * Decides whether the maps of a job that have ended show where the output of all its maps will be. The first few maps show only where
 * a map was done early: of five maps at five sites, the first to end would draw all reducers to its site. It has one owner.
 */
final class MapSample {
  /** The number of maps that suffices. With so many, the standard deviation of a site's share is at most a ninth. */
  static final int ENOUGH = 20;
  /** The most running maps that are followed. Of a job with more maps, {@value #ENOUGH} end soon. */
  private static final int MOST_RUNNING = 10_000;

  private final Set<ContainerId> running = new HashSet<>();
  private int wanted;
  private int ended;
  private boolean seen;
  private @Nullable Long enoughNanos;

  /** Notes how many containers for maps the application master requests in all. */
  void wants(int count) {
    wanted = count;
  }

  /** Notes that a container for a map has been allocated. */
  void came(ContainerId id) {
    seen = true;
    wanted = Math.max(0, wanted - 1);
    if (running.size() < MOST_RUNNING) {
      running.add(id);
    }
  }

  /** Notes that a container has ended or has been given back. The container may be for something other than a map. */
  void ended(ContainerId id, long nowNanos) {
    ended += running.remove(id) ? 1 : 0;
    if (enoughNanos == null && isEnough()) {
      enoughNanos = nowNanos;
    }
  }

  /** Returns whether {@value #ENOUGH} maps have ended, or all that were requested. */
  boolean isEnough() {
    return ended >= ENOUGH || (wanted == 0 && running.isEmpty());
  }

  /** Returns whether the last maps of a job with few maps run, so that all of them will have ended soon. */
  boolean isLastWave() {
    return wanted == 0 && !isEnough();
  }

  /**
   * Returns whether enough maps have ended only after a time, so that an answer of that time is too early; false if no map has been
   * followed.
   */
  boolean isNewerThan(long knownNanos) {
    return seen && enoughNanos != null && enoughNanos - knownNanos > 0;
  }
}
