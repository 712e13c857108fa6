package dev.terra.schedule.policy.round;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import java.util.List;

/**
 * What a policy decided besides the rates.
 *
 * @param order the shuffles in the order in which they were served
 * @param rejections why the deadlines of some cannot be met
 */
public record RoundResult(ImmutableList<ActiveShuffle> order, ImmutableMap<ActiveShuffle, String> rejections) {
  /** An order of a policy that looks at no deadline. */
  public static RoundResult of(List<ActiveShuffle> order) {
    return new RoundResult(ImmutableList.copyOf(order), ImmutableMap.of());
  }
}
