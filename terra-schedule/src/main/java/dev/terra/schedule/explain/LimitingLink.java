package dev.terra.schedule.explain;

import com.google.common.collect.ImmutableList;
import dev.terra.core.wan.WanResource;

/**
 * One direction of a link, or the cap of a site, that determines the Gamma of a shuffle.
 *
 * @param capacityBytesPerSecond the capacity in the program
 * @param share its part in the bound that proves Gamma: its price times its capacity, divided by the sum over all links, 0 to 1. Where
 *     prices are not unique, this is one of several valid values
 * @param gainSeconds by how much Gamma falls if this link alone gets {@link GammaLimits#STEP} more; 0 where this changes nothing
 * @param onlyWith the links and caps that must get more capacity together with this one to make Gamma fall; empty where this one helps
 *     alone
 */
public record LimitingLink(
    WanResource link, double capacityBytesPerSecond, double share, double gainSeconds, ImmutableList<WanResource> onlyWith) {
  /** Returns whether more capacity of this link alone makes the shuffle faster. */
  public boolean helpsAlone() {
    return onlyWith.isEmpty();
  }
}
