package dev.terra.network.onos;

import com.google.common.collect.ImmutableBiMap;
import com.google.common.collect.ImmutableMap;
import dev.terra.core.wan.SiteId;
import dev.terra.network.rules.Hop;
import java.util.Optional;

/**
 * The groups of tunnels that switches have, with the numbers by which rules point to them. It is immutable.
 *
 * @param bySite what each group of a site's switch does, with its number
 */
public record InstalledGroups(ImmutableMap<SiteId, ImmutableBiMap<Hop, Long>> bySite) {
  /** The state without any groups. */
  public static final InstalledGroups NONE = new InstalledGroups(ImmutableMap.of());

  private ImmutableBiMap<Hop, Long> at(SiteId site) {
    return bySite.getOrDefault(site, ImmutableBiMap.of());
  }

  Optional<Long> id(SiteId site, Hop hop) {
    return Optional.ofNullable(at(site).get(hop));
  }

  Optional<Hop> hop(SiteId site, long id) {
    return Optional.ofNullable(at(site).inverse().get(id));
  }
}
