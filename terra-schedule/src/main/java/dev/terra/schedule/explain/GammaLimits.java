package dev.terra.schedule.explain;

import com.google.common.collect.ImmutableList;
import dev.terra.core.wan.WanResource;
import java.util.Collection;

/**
 * The minimum completion time of a shuffle alone on the WAN, and the links and caps that set it.
 *
 * @param gammaSeconds infinite if a bundle has no path, 0 if nothing is left
 * @param links those that set it, the one that gives most first
 */
public record GammaLimits(double gammaSeconds, ImmutableList<LimitingLink> links) {
  /** How much more of a link {@link LimitingLink#gainSeconds} is about, as a share of its capacity. */
  public static final double STEP = 0.01;

  /** The links and caps that make the shuffle faster when they get more, each alone. */
  public ImmutableList<WanResource> bottlenecks() {
    return links.stream().filter(LimitingLink::helpsAlone).map(LimitingLink::link).collect(ImmutableList.toImmutableList());
  }

  /** All links and caps that set Gamma, alone or together with others. */
  public ImmutableList<WanResource> named() {
    return links.stream().map(LimitingLink::link).collect(ImmutableList.toImmutableList());
  }

  /** Whether all of these are named. */
  public boolean names(Collection<? extends WanResource> some) {
    return named().containsAll(some);
  }
}
