package dev.terra.controller;

import com.google.common.collect.ImmutableSet;
import dev.terra.config.ConfigException;
import dev.terra.controller.core.ControllerSettings;
import dev.terra.core.wan.Wan;
import dev.terra.schedule.PolicyName;
import dev.terra.schedule.SchedulerConfig;
import dev.terra.schedule.path.PathRules;
import dev.terra.schedule.path.PathSets;
import dev.terra.schedule.policy.PolicyScheduler;
import dev.terra.topology.Topologies;
import java.nio.file.Path;

/** Makes a controller's settings from its configuration: reads the topology, computes path sets, chooses the policy. */
public final class Settings {
  private Settings() {}

  /**
   * The settings that a configuration asks for.
   *
   * @param session of this controller; a new one at every start
   * @throws ConfigException if the topology cannot be used
   */
  public static ControllerSettings of(ControllerConfig config, long session) {
    return of(config, Topologies.load(Path.of(config.topology())), session);
  }

  /** The same for a WAN that is at hand. */
  public static ControllerSettings of(ControllerConfig config, Wan wan, long session) {
    PathSets tunnels = new PathSets(ControllerSettings.planned(wan, config.planEfficiency()), rules(config, ImmutableSet.of()));
    SchedulerConfig policy = SchedulerConfig.of(PolicyName.parse(config.policy()));
    return new ControllerSettings(wan, config.planEfficiency(), config.keptForJobs(), config.leaseMillis(), session, tunnels::paths,
        (planned, forbidden) -> new PolicyScheduler(policy, new PathSets(planned, rules(config, forbidden))), config.queues());
  }

  private static PathRules rules(ControllerConfig config, ImmutableSet<dev.terra.core.wan.Path> forbidden) {
    return new PathRules(config.pathsPerPair(), false, ImmutableSet.of(), forbidden);
  }
}
