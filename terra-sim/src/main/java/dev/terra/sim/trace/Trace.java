package dev.terra.sim.trace;

import dev.terra.core.wan.SiteId;
import dev.terra.core.wan.Wan;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Jobs in the order of their arrivals.
 *
 * @param name for people
 * @param jobs with unique ids
 * @param problems what could not be read, one line for each job that was left out
 */
public record Trace(String name, List<Job> jobs, List<String> problems) {
  /** Sorts the jobs by arrival; those that arrive together keep their order. */
  public Trace {
    jobs = jobs.stream().sorted(Comparator.comparingDouble(Job::arrivalSeconds)).toList();
    problems = List.copyOf(problems);
    Set<String> ids = new HashSet<>();
    for (Job job : jobs) {
      if (!ids.add(job.id())) {
        throw new IllegalArgumentException("trace " + name + ": job " + job.id() + " is given twice");
      }
    }
  }

  /** The same jobs with all bytes multiplied and arriving so many times as fast. */
  public Trace scaled(double volumeFactor, double rateFactor) {
    if (!(volumeFactor > 0) || !(rateFactor > 0) || Double.isInfinite(volumeFactor) || Double.isInfinite(rateFactor)) {
      throw new IllegalArgumentException("factors of volume and rate are above 0, got " + volumeFactor + " and " + rateFactor);
    }
    List<Job> scaled = jobs.stream().map(job -> new Job(job.id(), job.arrivalSeconds() / rateFactor, job.stages(),
        job.shuffles().stream().map(shuffle -> shuffle.times(volumeFactor)).toList())).toList();
    return new Trace(name, scaled, problems);
  }

  /**
   * Checks that all tasks run at sites of a WAN.
   *
   * @throws TraceException naming the first job that does not
   */
  public void checkSites(Wan wan) {
    for (Job job : jobs) {
      for (Stage stage : job.stages()) {
        for (SiteId site : stage.tasksBySite().keySet()) {
          if (!wan.contains(site)) {
            throw new TraceException(name + ": job " + job.id() + ", stage " + stage.name() + " runs at the unknown site "
                + site + "; " + wan.name() + " has " + wan.sites().stream().map(s -> s.id().name()).toList());
          }
        }
      }
      job.shuffles().stream().flatMap(shuffle -> shuffle.matrix().stream()).forEach(entry -> {
        wan.indexOf(entry.from());
        wan.indexOf(entry.to());
      });
    }
  }
}
