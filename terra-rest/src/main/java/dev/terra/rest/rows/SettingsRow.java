package dev.terra.rest.rows;

import dev.terra.rest.api.Doc;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The settings by which the controller works. */
@Doc("What the controller works by, as configured and as an operator wants it.")
public record SettingsRow(
    @Doc("The scheduling policy.") String policy,
    @Doc("How tunnels follow their paths.") String driver,
    @Doc("Paths, and so tunnels, between two sites.") int pathsPerPair,
    @Doc("The same as configured.") int configuredPathsPerPair,
    @Doc("The share of a link's capacity that is planned.") double planEfficiency,
    @Doc("The share of that which is kept free at least while a job shuffles.") double keptForJobs,
    @Doc("For how long agents keep their rates without hearing from the controller.") int leaseMillis,
    @Doc("The configured terms of queues.") Map<String, QueueTermsRow> queues,
    @Doc("Where YARN is asked in which queue it runs a job; empty: the job's own word counts.") List<String> resourceManagers,
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
