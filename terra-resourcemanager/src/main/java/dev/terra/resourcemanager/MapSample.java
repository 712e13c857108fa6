package dev.terra.resourcemanager;

import java.util.HashSet;
import java.util.Set;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.jspecify.annotations.Nullable;

/**
 * Whether the maps of a job that have ended say where the output of all its maps will be. The first ones of few say only where a map was
 * done early: of five maps at five sites, the one that is done first would draw all reducers to its site. One owner.
 */
final class MapSample {
  /** With so many maps, the share of a site is known within a ninth, one standard deviation. */
  static final int ENOUGH = 20;
  /** Maps that run at once and are followed; of a job with more, {@value #ENOUGH} end soon. */
  private static final int MOST_RUNNING = 10_000;

  private final Set<ContainerId> running = new HashSet<>();
  private int wanted;
  private int ended;
  private boolean seen;
  private @Nullable Long enoughNanos;

  /** The application master wants so many containers for maps, all together. */
  void wants(int count) {
    wanted = count;
  }

  /** A container has come for a map. */
  void came(ContainerId id) {
    seen = true;
    wanted = Math.max(0, wanted - 1);
    if (running.size() < MOST_RUNNING) {
      running.add(id);
    }
  }

  /** A container has ended or was given back; it may be another one than a map's. */
  void ended(ContainerId id, long nowNanos) {
    ended += running.remove(id) ? 1 : 0;
    if (enoughNanos == null && isEnough()) {
      enoughNanos = nowNanos;
    }
  }

  /** Whether {@value #ENOUGH} maps have ended, or all that were asked for. */
  boolean isEnough() {
    return ended >= ENOUGH || (wanted == 0 && running.isEmpty());
  }

  /** Whether the last maps of a job with few of them run: soon they all have ended. */
  boolean isLastWave() {
    return wanted == 0 && !isEnough();
  }

  /** Whether enough maps have ended after a time, so that what was known then is too little; false where no map has been followed. */
  boolean isNewerThan(long knownNanos) {
    return seen && enoughNanos != null && enoughNanos - knownNanos > 0;
  }
}
