package dev.terra.schedule.explain;

import com.google.common.collect.ImmutableList;
import dev.terra.core.wan.WanResource;

/**
 * One direction of a link, or the cap of a site, that sets the Gamma of a shuffle.
 *
 * @param capacityBytesPerSecond what the program gave it to carry
 * @param share its part in the bound that proves Gamma: its price times its capacity, of the sum over all, 0 to 1. Where prices are
 *     not unique it is one of several answers
 * @param gainSeconds by how much Gamma falls if this alone gets {@link GammaLimits#STEP} more; 0 where that does nothing
 * @param onlyWith the links and caps that have to get more together with it for that to help; none where it helps alone
 */
public record LimitingLink(
    WanResource link, double capacityBytesPerSecond, double share, double gainSeconds, ImmutableList<WanResource> onlyWith) {
  /** Whether more of this alone makes the shuffle faster. */
  public boolean helpsAlone() {
    return onlyWith.isEmpty();
  }
}
