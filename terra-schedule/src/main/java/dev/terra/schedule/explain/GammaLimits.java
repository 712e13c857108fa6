package dev.terra.schedule.explain;

import com.google.common.collect.ImmutableList;
import dev.terra.core.wan.WanResource;
import java.util.Collection;

/**
 * The minimum completion time of a shuffle alone on the WAN, and the links and caps that determine it.
 *
 * @param gammaSeconds infinite if a bundle has no path, 0 if nothing is left
 * @param links the links and caps that determine Gamma, the one with the largest gain first
 */
public record GammaLimits(double gammaSeconds, ImmutableList<LimitingLink> links) {
  /** The additional share of a link's capacity to which {@link LimitingLink#gainSeconds} refers. */
  public static final double STEP = 0.01;

  /** Returns the links and caps each of which makes the shuffle faster when it alone gets more capacity. */
  public ImmutableList<WanResource> bottlenecks() {
    return links.stream().filter(LimitingLink::helpsAlone).map(LimitingLink::link).collect(ImmutableList.toImmutableList());
  }

  /** Returns all links and caps that determine Gamma, alone or together with others. */
  public ImmutableList<WanResource> named() {
    return links.stream().map(LimitingLink::link).collect(ImmutableList.toImmutableList());
  }

  /** Returns whether all of these links and caps are named. */
  public boolean names(Collection<? extends WanResource> some) {
    return named().containsAll(some);
  }
}
