package dev.terra.controller.core.network;

import dev.terra.core.wan.Path;
import dev.terra.core.wan.SiteId;
import dev.terra.core.wan.Wan;
import dev.terra.schedule.path.PathRules;
import java.util.List;
import java.util.function.BiFunction;

/** Computes path sets. It is used again whenever the rules have changed. */
public interface PathSource {
  /**
   * Returns the paths between any two sites.
   *
   * @param wan the WAN with all links up and the nominal capacities that may be planned
   * @param rules what the operator allows; no path may break them
   * @throws IllegalArgumentException if the rules forbid a link that does not exist
   */
  BiFunction<SiteId, SiteId, List<Path>> paths(Wan wan, PathRules rules);
}
