package dev.terra.schedule.policy.round;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import java.util.List;

/**
 * What a policy decided in addition to the rates.
 *
 * @param order the shuffles in the order in which they were served
 * @param rejections the shuffles whose deadlines cannot be met, with the reasons
 */
public record RoundResult(ImmutableList<ActiveShuffle> order, ImmutableMap<ActiveShuffle, String> rejections) {
  /** Returns the result of a policy that does not consider deadlines. */
  public static RoundResult of(List<ActiveShuffle> order) {
    return new RoundResult(ImmutableList.copyOf(order), ImmutableMap.of());
  }
}
