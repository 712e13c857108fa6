package dev.terra.sim.trace;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** The jobs that a reader gathers, each with an id of its own, and a reason for each job that was left out. */
final class JobList {
  private final List<TraceJob> jobs = new ArrayList<>();
  private final List<String> problems = new ArrayList<>();
  private final Set<String> ids = new HashSet<>();

  /**
   * Adds a job.
   *
   * @throws IllegalArgumentException if a job with its id has been added
   */
  void add(TraceJob job) {
    if (!ids.add(job.id())) {
      throw new IllegalArgumentException("job " + job.id() + " is given twice");
    }
    jobs.add(job);
  }

  /** Notes that a job could not be read. */
  void leaveOut(String problem) {
    problems.add(problem);
  }

  /** Returns how many jobs were read or left out. */
  int seen() {
    return jobs.size() + problems.size();
  }

  Trace toTrace(String name) {
    return new Trace(name, jobs, problems);
  }
}
