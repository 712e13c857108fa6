package dev.terra.agent.wire;

import java.util.Objects;

/**
 * Names a segment for good: one map attempt's output for one reducer, as kept by the handler at one address. What it stands
 * for never changes, so bytes of a key may come from anywhere at any time.
 *
 * @param job the job's id, the shuffle's name
 * @param map the map attempt's id
 * @param reduce the reducer's number, 0 or more
 * @param originIp the address of the handler that has it, an IP literal
 */
public record SegmentKey(String job, String map, int reduce, String originIp) {
  /** Checks presence and range. */
  public SegmentKey {
    Objects.requireNonNull(job, "job");
    Objects.requireNonNull(map, "map");
    Objects.requireNonNull(originIp, "originIp");
    if (reduce < 0) {
      throw new IllegalArgumentException("a reducer's number is 0 or more, got " + reduce);
    }
  }

  @Override
  public String toString() {
    return job + "/" + map + "/" + reduce + "@" + originIp;
  }
}
