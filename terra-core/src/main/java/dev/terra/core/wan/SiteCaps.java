package dev.terra.core.wan;

import dev.terra.core.units.Bandwidth;
import java.util.Objects;
import java.util.Optional;

/**
 * The rates at which a site's gateways may send and receive over all links together, each above 0. A rate is empty if only the links bound
 * it. Virtual machines and network cards have such bounds.
 */
public record SiteCaps(Optional<Bandwidth> egress, Optional<Bandwidth> ingress) {
  /** The caps of a site that only its links bound. */
  public static final SiteCaps NONE = new SiteCaps(Optional.empty(), Optional.empty());

  /** Checks the ranges. */
  public SiteCaps {
    check("egress", egress);
    check("ingress", ingress);
  }

  private static void check(String what, Optional<Bandwidth> cap) {
    Objects.requireNonNull(cap, what);
    if (cap.isPresent() && cap.get().bytesPerSecond() <= 0) {
      throw new IllegalArgumentException(what + " must be above 0, got " + cap.get());
    }
  }

  /** Returns the cap of one direction, if there is one. */
  public Optional<Bandwidth> of(SiteCap.Direction direction) {
    return direction == SiteCap.Direction.EGRESS ? egress : ingress;
  }
}
