package dev.terra.node.output;

import java.io.File;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/**
 * The output directories of jobs in which there is nothing to find until they change: to list hundreds of known map outputs
 * several times a second is most of what a NodeManager would spend on Terra. On the watcher's thread.
 */
public final class QuietDirectories {
  /** File systems tell the time of a change by the second at worst: only after longer a change cannot hide behind the one before. */
  public static final long SETTLED_NANOS = TimeUnit.SECONDS.toNanos(2);

  /** The most directories of one job: an executor names its directories itself. Those above it are looked at each time. */
  static final int MOST_OF_JOB = 65_536;

  private record Quiet(long changedMillis, long sinceNanos) {}

  private final Map<String, Map<File, Quiet>> byJob = new HashMap<>();

  /** Whether a directory that was changed then needs no look now. */
  public boolean isQuiet(String job, File directory, long changedMillis, long nowNanos) {
    Quiet quiet = byJob.getOrDefault(job, Map.of()).get(directory);
    return quiet != null && quiet.changedMillis == changedMillis && nowNanos - quiet.sinceNanos > SETTLED_NANOS;
  }

  /** Notes a look at a directory that had been changed then, and whether it found nothing to do. */
  public void looked(String job, File directory, long changedMillis, boolean nothingToDo, long nowNanos) {
    Map<File, Quiet> ofJob = byJob.computeIfAbsent(job, key -> new HashMap<>());
    Quiet quiet = ofJob.get(directory);
    if (!nothingToDo) {
      ofJob.remove(directory);
    } else if ((quiet == null && ofJob.size() < MOST_OF_JOB) || (quiet != null && quiet.changedMillis != changedMillis)) {
      ofJob.put(directory, new Quiet(changedMillis, nowNanos));
    }
  }

  /** Forgets the jobs that are over. */
  public void retainJobs(Set<String> live) {
    byJob.keySet().retainAll(live);
  }
}
