package dev.terra.node.latency;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import dev.terra.api.latency.ClassMessages;
import dev.terra.api.v1.ClassRules;
import dev.terra.core.latency.ClassMarks;
import dev.terra.core.latency.ClassWeights;
import dev.terra.core.latency.LatencyClass;
import dev.terra.core.latency.LatencyClasses;
import dev.terra.core.latency.LatencyTarget;
import dev.terra.core.wan.SitePair;
import java.util.Optional;

/** The latency classes, and the classes of current jobs, as an agent has sent them. Immutable. */
public final class ClassTable {
  private static final String JOB = "job_";
  private static final String APPLICATION = "application_";

  private final LatencyClasses classes;
  private final ImmutableMap<String, LatencyClass> jobs;

  private ClassTable(LatencyClasses classes, ImmutableMap<String, LatencyClass> jobs) {
    this.classes = classes;
    this.jobs = jobs;
  }

  /**
   * Returns the classes of a message.
   *
   * @throws IllegalArgumentException if marks or targets are out of range
   */
  public static ClassTable of(ClassRules rules) {
    ImmutableMap.Builder<String, LatencyClass> jobs = ImmutableMap.builder();
    rules.getJobsList().forEach(job -> ClassMessages.of(job.getName()).ifPresent(found -> jobs.put(job.getJob(), found)));
    return new ClassTable(new LatencyClasses(ClassMessages.of(rules.getMarks()), ClassWeights.USUAL, ImmutableList.of(),
        rules.getTargetsList().stream().map(ClassMessages::of).collect(ImmutableList.toImmutableList())), jobs.buildKeepingLast());
  }

  /**
   * Returns the class for unplanned reads of a job.
   *
   * @param job the id of a MapReduce job or of a YARN application
   */
  public LatencyClass of(String job) {
    String application = job.startsWith(JOB) ? APPLICATION + job.substring(JOB.length()) : job;
    return jobs.getOrDefault(application, LatencyClass.NORMAL);
  }

  /** Returns the marks of packets. */
  public ClassMarks marks() {
    return classes.marks();
  }

  /** Returns the promise of a class between two sites, if it has one. */
  public Optional<LatencyTarget> target(LatencyClass latencyClass, SitePair pair) {
    return classes.target(latencyClass, pair);
  }
}
