package dev.terra.controller.network;

import dev.terra.config.ConfigException;
import dev.terra.core.wan.Path;
import dev.terra.core.wan.Site;
import dev.terra.network.rules.RouteLabels;
import dev.terra.network.rules.SwitchTable;
import dev.terra.schedule.path.PathSets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** Whether switches have room for rules of each tunnel where several agents share a site, with the paths of all pairs of sites. */
public final class RuleLimit {
  private RuleLimit() {}

  /**
   * Checks the largest switch.
   *
   * @param agents of each site; one agent's rules are not limited here
   * @throws ConfigException if it would have more than {@value SwitchTable#MOST_RULES} rules
   */
  public static void check(NetworkConfig config, int agents, PathSets paths) {
    boolean isLimited = config.mode() == NetworkConfig.Mode.SDWAN && config.rules() != NetworkConfig.Rules.AGGREGATED && agents > 1;
    if (!isLimited) {
      return;
    }
    largest(config.rules(), agents, paths).filter(table -> table.size() > SwitchTable.MOST_RULES).ifPresent(table -> {
      throw ConfigException.ofKey("agentsPerSite", "rules for each tunnel of " + agents + " agents a site take " + table.size()
          + " rules in the switch of " + table.site() + ", expected at most " + SwitchTable.MOST_RULES
          + "; set network.aggregate: true without failover, or a smaller pathsPerPair");
    });
  }

  /** The table of the switch that has most rules; empty if no two sites have a path. */
  static Optional<SwitchTable> largest(NetworkConfig.Rules rules, int agents, PathSets paths) {
    return Drivers.compiler(rules, agents).compile(RouteLabels.assign(all(paths), List.of()).values()).values().stream()
        .max(Comparator.comparingInt(SwitchTable::size));
  }

  private static Collection<Path> all(PathSets paths) {
    List<Path> all = new ArrayList<>();
    for (Site from : paths.wan().sites()) {
      for (Site to : paths.wan().sites()) {
        if (!from.equals(to)) {
          all.addAll(paths.paths(from.id(), to.id()));
        }
      }
    }
    return all;
  }
}
