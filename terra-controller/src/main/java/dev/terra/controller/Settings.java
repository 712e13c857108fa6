package dev.terra.controller;

import dev.terra.config.ConfigException;
import dev.terra.controller.core.ControllerSettings;
import dev.terra.controller.core.agent.AgentRules;
import dev.terra.controller.core.network.CapacityUse;
import dev.terra.controller.core.network.NetworkSettings;
import dev.terra.controller.core.queue.QueueSettings;
import dev.terra.controller.core.turn.Leadership;
import dev.terra.controller.network.Drivers;
import dev.terra.controller.network.RuleLimit;
import dev.terra.controller.yarn.ResourceManagers;
import dev.terra.core.slice.Slices;
import dev.terra.core.wan.Wan;
import dev.terra.schedule.PolicyName;
import dev.terra.schedule.SchedulerConfig;
import dev.terra.schedule.path.FarthestSites;
import dev.terra.schedule.path.PathRules;
import dev.terra.schedule.path.PathSets;
import dev.terra.schedule.policy.PolicyScheduler;
import dev.terra.topology.Topologies;
import java.nio.file.Path;

/** Makes a controller's settings from its configuration: it reads the topology, computes path sets and chooses the policy. */
public final class Settings {
  private Settings() {}

  /**
   * Returns the settings of a controller without standbys.
   *
   * @param session the number of this controller's session; a new one at every start
   * @throws ConfigException if the topology cannot be used
   */
  public static ControllerSettings of(ControllerConfig config, long session) {
    return of(config, Leadership.sole(session));
  }

  /**
   * Returns the settings that a configuration describes.
   *
   * @throws ConfigException if the topology cannot be used
   */
  public static ControllerSettings of(ControllerConfig config, Leadership leadership) {
    return of(config, Topologies.load(Path.of(config.topology())), leadership);
  }

  /** Returns the settings of a controller without standbys, for a WAN that is already loaded. */
  public static ControllerSettings of(ControllerConfig config, Wan wan, long session) {
    return of(config, wan, Leadership.sole(session));
  }

  private static ControllerSettings of(ControllerConfig config, Wan wan, Leadership leadership) {
    ClassesConfig.checkSites(config.classes(), wan);
    PathRules rules = PathRules.atMost(config.pathsPerPair());
    SchedulerConfig policy = SchedulerConfig.of(PolicyName.parse(config.policy())).withLeastSeconds(FarthestSites.roundTripSeconds(wan))
        .withSteadyPaths();
    CapacityUse use = new CapacityUse(config.planEfficiency(), config.keptForJobs(), config.measureLinks());
    NetworkSettings network = new NetworkSettings(wan, use, rules, (planned, allowed) -> new PathSets(planned, allowed)::paths,
        Drivers.of(config.network(), config.classes().marks(), wan, new Slices(config.agentsPerSite()), System::nanoTime));
    RuleLimit.check(config.network(), config.agentsPerSite(), new PathSets(wan, rules));
    AgentRules agents = new AgentRules(config.leaseMillis(), new Slices(config.agentsPerSite()), config.balance());
    ControllerSettings.Planning planning = new ControllerSettings.Planning(
        (planned, allowed) -> new PolicyScheduler(policy, new PathSets(planned, allowed)), RecurringConfig.on(config.recurring(), wan));
    return new ControllerSettings(network, agents, leadership, planning, queues(config, wan));
  }

  private static QueueSettings queues(ControllerConfig config, Wan wan) {
    return new QueueSettings(config.queues(), config.classes(), config.uncompressed(), ResidencyConfig.on(config.residency(), wan),
        config.resourceManager().map(manager -> new ResourceManagers(manager, System::nanoTime)));
  }
}
