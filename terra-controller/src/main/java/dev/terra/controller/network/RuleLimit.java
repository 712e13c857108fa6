package dev.terra.controller.network;

import com.google.common.collect.ImmutableList;
import dev.terra.config.ConfigException;
import dev.terra.controller.core.network.NoRoom;
import dev.terra.core.wan.Path;
import dev.terra.core.wan.Site;
import dev.terra.core.wan.SiteId;
import dev.terra.network.rules.RouteLabels;
import dev.terra.network.rules.RuleCompiler;
import dev.terra.network.rules.RuleCompilers;
import dev.terra.network.rules.SwitchTable;
import dev.terra.schedule.path.PathSets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/**
 * Decides whether switches have room for rules of each tunnel where several agents share a site. Aggregated rules, and the rules of
 * sites with one agent, are not limited here.
 *
 * @param rules the kind of rules
 * @param agents the number of agents of each site
 */
public record RuleLimit(NetworkConfig.Rules rules, int agents) {
  /**
   * Checks the largest table of a switch for the paths of all pairs of sites, if the configuration installs rules in switches.
   *
   * @throws ConfigException if the switch would have more than {@value SwitchTable#MOST_RULES} rules
   */
  public static void check(NetworkConfig config, int agents, PathSets paths) {
    if (config.mode() == NetworkConfig.Mode.SDWAN) {
      RuleLimit limit = new RuleLimit(config.rules(), agents);
      limit.beyond(() -> all(paths)).ifPresent(table -> {
        throw ConfigException.ofKey("agentsPerSite", limit.tooMany(table) + "; set network.aggregate: true without failover, or a smaller "
            + "pathsPerPair");
      });
    }
  }

  /**
   * Returns the problem with a new set of paths: the switch with the largest table, if that table has more than
   * {@value SwitchTable#MOST_RULES} rules, and more rules than the largest table with the previous paths.
   */
  Optional<NoRoom> noRoom(Supplier<Collection<Path>> before, Supplier<Collection<Path>> then) {
    return beyond(then).filter(table -> table.size() > largest(before.get()).map(SwitchTable::size).orElse(0))
        .map(table -> new NoRoom(table.site(), tooMany(table),
            "set network.aggregate: true without failover in the controller's configuration",
            come(table.site(), Set.copyOf(before.get()), then.get())));
  }

  private static ImmutableList<Path> come(SiteId through, Set<Path> before, Collection<Path> then) {
    return then.stream().filter(path -> path.sites().contains(through) && !before.contains(path)).collect(ImmutableList.toImmutableList());
  }

  private Optional<SwitchTable> beyond(Supplier<Collection<Path>> paths) {
    boolean isLimited = rules != NetworkConfig.Rules.AGGREGATED && agents > 1;
    return isLimited ? largest(paths.get()).filter(table -> !SwitchTable.hasRoomFor(table.size())) : Optional.empty();
  }

  private String tooMany(SwitchTable table) {
    return "rules for each tunnel of " + agents + " agents a site take " + table.size() + " rules in the switch of " + table.site()
        + ", expected at most " + SwitchTable.MOST_RULES;
  }

  /** Returns the table of the switch that has most rules; empty if there are no paths. */
  Optional<SwitchTable> largest(Collection<Path> paths) {
    return compiler().compile(RouteLabels.assign(paths, List.of()).values()).values().stream()
        .max(Comparator.comparingInt(SwitchTable::size));
  }

  /** Returns the compiler that makes the rules. */
  RuleCompiler compiler() {
    return switch (rules) {
      case AGGREGATED -> RuleCompilers.aggregated();
      case PER_TUNNEL -> RuleCompilers.perTunnel(agents);
      case FAILOVER -> RuleCompilers.withDetours(agents);
    };
  }

  /** Returns the paths between all pairs of sites. */
  static Collection<Path> all(PathSets paths) {
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
