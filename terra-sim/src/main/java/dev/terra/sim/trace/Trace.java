package dev.terra.sim.trace;

import dev.terra.config.ConfigException;
import dev.terra.core.wan.SiteId;
import dev.terra.core.wan.Wan;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Jobs in the order of their arrivals.
 *
 * @param name the name, for people
 * @param jobs the jobs, whose ids are unique
 * @param problems what could not be read, one line for each job that was left out
 */
public record Trace(String name, List<TraceJob> jobs, List<String> problems) {
  /** The key, in our own format, of the time that the stock path took for a job whose bytes Terra did not carry. */
  public static final String OBSERVED_SECONDS = "observedSeconds";
  /** The key, in our own format, of the part of a job's bytes that was on links because Terra compressed chunks. */
  public static final String WIRE_SHARE = "wireShare";

  /** Sorts the jobs by arrival; jobs that arrive together keep their order. */
  public Trace {
    jobs = jobs.stream().sorted(Comparator.comparingDouble(TraceJob::arrivalSeconds)).toList();
    problems = List.copyOf(problems);
    Set<String> ids = new HashSet<>();
    for (TraceJob job : jobs) {
      if (!ids.add(job.id())) {
        throw new IllegalArgumentException("trace " + name + ": job " + job.id() + " is given twice");
      }
    }
  }

  /** Returns when the first job arrives, seconds; 0 for a trace without jobs. */
  public double firstArrivalSeconds() {
    return jobs.isEmpty() ? 0 : jobs.get(0).arrivalSeconds();
  }

  /** Returns this trace with all bytes multiplied by {@code volumeFactor} and arrivals faster by {@code rateFactor}. */
  public Trace scaled(double volumeFactor, double rateFactor) {
    if (!(volumeFactor > 0) || !(rateFactor > 0) || Double.isInfinite(volumeFactor) || Double.isInfinite(rateFactor)) {
      throw new IllegalArgumentException("factors of volume and rate are above 0, got " + volumeFactor + " and " + rateFactor);
    }
    List<TraceJob> scaled = jobs.stream().map(job -> new TraceJob(job.id(), job.arrivalSeconds() / rateFactor, job.stages(),
        job.shuffles().stream().map(shuffle -> shuffle.times(volumeFactor)).toList(), job.wireShare())).toList();
    return new Trace(name, scaled, problems);
  }

  /** Returns this trace with a share of each job's bytes that compressed chunks put on links: above 0, at most 1. */
  public Trace withWireShare(double share) {
    return new Trace(name, jobs.stream().map(job ->
        new TraceJob(job.id(), job.arrivalSeconds(), job.stages(), job.shuffles(), share)).toList(), problems);
  }

  /** Returns this trace with the bytes that compressed chunks put on links; see {@link TraceJob#onLinks}. */
  public Trace onLinks() {
    return new Trace(name, jobs.stream().map(TraceJob::onLinks).toList(), problems);
  }

  /**
   * Returns the jobs that run at sites of a WAN; the others are left out, and the reasons are noted.
   *
   * @throws ConfigException if no job is left
   */
  public Trace at(Wan wan) {
    List<TraceJob> inside = new ArrayList<>();
    List<String> all = new ArrayList<>(problems);
    for (TraceJob job : jobs) {
      Optional<SiteId> unknown = sites(job).filter(site -> !wan.contains(site)).findFirst();
      if (unknown.isEmpty()) {
        inside.add(job);
      } else {
        all.add("job " + job.id() + " names the unknown site " + unknown.get() + "; " + wan.name() + " has "
            + wan.sites().stream().map(s -> s.id().name()).toList());
      }
    }
    if (inside.isEmpty()) {
      throw new ConfigException(name + ": no job is left; " + all.get(all.size() - 1));
    }
    return new Trace(name, inside, all);
  }

  private static Stream<SiteId> sites(TraceJob job) {
    return Stream.concat(job.stages().stream().flatMap(stage -> stage.tasksBySite().keySet().stream()),
        job.shuffles().stream().flatMap(shuffle -> shuffle.matrix().stream())
            .flatMap(entry -> Stream.of(entry.from(), entry.to())));
  }
}
