package dev.terra.lab.fetch;

import dev.terra.lab.command.LabelConverter;
import dev.terra.testbed.Labelled;
import java.util.Optional;

/** The cases of fetches that Terra leaves to Hadoop's or Spark's own code. */
enum FetchCase implements Labelled {
  /** A client of the handler's own site fetches forty gigabytes, so that the cost of each byte dominates. */
  IN_SITE(false, new Job(64, 8, 2_000_000), 5, 8, "localBytes"),
  /**
   * A job too small for Terra, whose reducers are at another site. Its 4 MB need 0.4 s there, and an agent bypasses a
   * job that needs less than 1 s. Each reducer waits once for the agent's answer.
   */
  BYPASS(true, new Job(16, 4, 60_000), 1, 1, "bypassedBytes"),
  /** An executor of the service's own site fetches forty gigabytes through Spark's service and its clients. */
  SPARK_IN_SITE(false, new Job(64, 8, 2_000_000), 5, 8, ""),
  /** An application too small for Terra, whose executor is at another site. The executor gets the size from Spark's driver. */
  SPARK_BYPASS(true, new Job(16, 4, 60_000), 1, 1, "bypassedBytes");

  /** The number and the size of the outputs that are fetched. */
  private record Job(int maps, int reducers, int partBytes) {}

  private final boolean otherSite;
  @SuppressWarnings("ImmutableEnumChecker") // three numbers
  private final Job job;
  private final int passes;
  private final int turns;
  private final String counter;

  FetchCase(boolean otherSite, Job job, int passes, int turns, String counter) {
    this.otherSite = otherSite;
    this.job = job;
    this.passes = passes;
    this.turns = turns;
    this.counter = counter;
  }

  /**
   * Returns whether the reducers are at another site than the handler. Each phase then is a job of its own, as no
   * reducer fetches twice.
   */
  boolean otherSite() {
    return otherSite;
  }

  /** Returns the maps, the reducers, and the bytes for each reducer from each map. */
  String shape() {
    return job.maps + " " + job.reducers + " " + job.partBytes;
  }

  /** Returns how often a reducer fetches its parts in a turn. */
  int passes() {
    return passes;
  }

  /** Returns the turns of a phase, between which the other handler of its pair has its own turns. */
  int turns() {
    return turns;
  }

  /** Returns the bytes that one phase fetches. */
  long bytes() {
    return (long) job.maps * job.reducers * job.partBytes * passes * turns;
  }

  /** Returns whether the handler's processor time in a phase is more than a few ticks of the kernel's clock. */
  boolean cpuIsMeasurable() {
    return !otherSite;
  }

  /** Returns the counter of Terra's handler for these fetches; empty if the handler counts none of them. */
  Optional<String> counter() {
    return Optional.of(counter).filter(name -> !name.isEmpty());
  }

  /** Returns whether Terra's clients first request from a service of their own node. */
  boolean asksNearService() {
    return this == SPARK_BYPASS;
  }

  /**
   * Returns whether Spark's service and clients fetch, instead of MapReduce's. The clients' processor time counts then,
   * as Terra's code runs in them too.
   */
  boolean ofSpark() {
    return this == SPARK_IN_SITE || this == SPARK_BYPASS;
  }

  /** Reads a case from a command line. */
  static final class Converter extends LabelConverter<FetchCase> {
    Converter() {
      super(FetchCase.values());
    }
  }
}
