package dev.terra.schedule.explain;

import com.google.common.collect.ImmutableList;
import dev.terra.core.wan.LinkId;

/**
 * One direction of a link that sets the Gamma of a shuffle.
 *
 * @param capacityBytesPerSecond what the program gave it to carry
 * @param share its part in the bound that proves Gamma: its price times its capacity, of the sum over all links, 0 to 1. Where prices are
 *     not unique it is one of several answers
 * @param gainSeconds by how much Gamma falls if this link alone gets {@link GammaLimits#STEP} more; 0 where that does nothing
 * @param onlyWith the links that have to get more together with it for that to help; none where it helps alone
 */
public record LimitingLink(
    LinkId link, double capacityBytesPerSecond, double share, double gainSeconds, ImmutableList<LinkId> onlyWith) {
  /** Whether more of this link alone makes the shuffle faster. */
  public boolean helpsAlone() {
    return onlyWith.isEmpty();
  }
}
