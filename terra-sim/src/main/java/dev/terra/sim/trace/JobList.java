package dev.terra.sim.trace;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** What a reader gathers: jobs with ids of their own, and a word about each that was left out. */
final class JobList {
  private final List<TraceJob> jobs = new ArrayList<>();
  private final List<String> problems = new ArrayList<>();
  private final Set<String> ids = new HashSet<>();

  /**
   * Adds a job.
   *
   * @throws IllegalArgumentException if there is one of its id
   */
  void add(TraceJob job) {
    if (!ids.add(job.id())) {
      throw new IllegalArgumentException("job " + job.id() + " is given twice");
    }
    jobs.add(job);
  }

  /** Something could not be read. */
  void leaveOut(String problem) {
    problems.add(problem);
  }

  /** How many were read or left out. */
  int seen() {
    return jobs.size() + problems.size();
  }

  Trace toTrace(String name) {
    return new Trace(name, jobs, problems);
  }
}
