package dev.terra.lab.fetch;

import dev.terra.lab.command.LabelConverter;
import dev.terra.testbed.Labelled;
import java.util.Optional;

/** Fetches that Terra leaves to Hadoop's or Spark's own code. */
enum FetchCase implements Labelled {
  /** A client of the handler's own site: forty gigabytes, so that what bytes cost decides. */
  IN_SITE(false, new Job(64, 8, 2_000_000), 5, 8, "localBytes"),
  /**
   * A job too small for Terra, whose reducers are at another site: 4 MB need 0.4 s there, and an agent bypasses what needs less than
   * 1 s. Each reducer waits for the agent's word once.
   */
  BYPASS(true, new Job(16, 4, 60_000), 1, 1, "bypassedBytes"),
  /** An executor of the service's own site, forty gigabytes, through Spark's service and its clients. */
  SPARK_IN_SITE(false, new Job(64, 8, 2_000_000), 5, 8, ""),
  /** An application too small for Terra, whose executor is at another site; it knows from Spark's driver how small. */
  SPARK_BYPASS(true, new Job(16, 4, 60_000), 1, 1, "bypassedBytes");

  /** How many outputs of which size are fetched. */
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

  /** Whether the reducers are at another site than the handler; each phase then is a job of its own, as no reducer fetches twice. */
  boolean otherSite() {
    return otherSite;
  }

  /** Maps, reducers, bytes for each reducer from each map. */
  String shape() {
    return job.maps + " " + job.reducers + " " + job.partBytes;
  }

  /** How often a reducer fetches its parts in a turn. */
  int passes() {
    return passes;
  }

  /** In how many turns a phase goes, between which the other handler of its pair has its own. */
  int turns() {
    return turns;
  }

  /** What one phase fetches. */
  long bytes() {
    return (long) job.maps * job.reducers * job.partBytes * passes * turns;
  }

  /** Whether the handler's processor time in a phase is more than a few ticks of the kernel's clock. */
  boolean cpuIsMeasurable() {
    return !otherSite;
  }

  /** As what Terra's handler counts it; empty where it sees nothing of it. */
  Optional<String> counter() {
    return Optional.of(counter).filter(name -> !name.isEmpty());
  }

  /** Whether Terra's clients ask a service of their own node first. */
  boolean asksNearService() {
    return this == SPARK_BYPASS;
  }

  /** Whether Spark's service and clients fetch, not MapReduce's; the clients' processor time counts then, as there is Terra's code too. */
  boolean ofSpark() {
    return this == SPARK_IN_SITE || this == SPARK_BYPASS;
  }

  /** Reads it from a command line. */
  static final class Converter extends LabelConverter<FetchCase> {
    Converter() {
      super(FetchCase.values());
    }
  }
}
