package dev.terra.rest.rows;

import dev.terra.rest.api.Doc;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The settings by which the controller works. */
@Doc("The controller's settings, as configured and as operators have changed them.")
public record SettingsRow(
    @Doc("The scheduling policy.") String policy,
    @Doc("The network mode, which keeps tunnels on their paths.") String driver,
    @Doc("How many paths, and so tunnels, each ordered pair of sites has.") int pathsPerPair,
    @Doc("The configured number of paths.") int configuredPathsPerPair,
    @Doc("The share of a link's capacity that schedules use.") double planEfficiency,
    @Doc("The least share of this that stays free while a job on YARN shuffles.") double keptForJobs,
    @Doc("For how long agents keep their rates without messages from the controller.") int leaseMillis,
    @Doc("The configured terms of queues.") Map<String, QueueTermsRow> queues,
    @Doc("The ResourceManagers from which the controller requests the queues of jobs; if empty, the queue that a job names counts.")
        List<String> resourceManagers,
    @Doc("Links that no path may use.") List<String> forbiddenLinks,
    @Doc("Paths that are not used.") List<List<String>> forbiddenPaths,
    @Doc("Links over which nothing is planned.") List<String> drainedLinks,
    @Doc("Sites through which nothing is relayed.") List<String> drainedSites,
    @Doc("Sites from, to and through whose agents nothing is planned.") List<String> drainedAgents) {

  /** The terms of a queue. */
  @Doc("The terms of a queue's shuffles.")
  public record QueueTermsRow(
      @Doc(value = "Its weight.", nullable = true) @Nullable Double weight,
      @Doc(value = "Its priority.", nullable = true) @Nullable Integer priority) {}
}
