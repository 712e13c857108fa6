package dev.terra.node.output;

import java.io.File;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/**
 * The output directories of jobs in which there is nothing to find until they change. Without this, listing hundreds of known map outputs
 * several times a second would be most of what a NodeManager spends on Terra. It is used on the watcher's thread only.
 */
public final class QuietDirectories {
  /**
   * The time after which a change has another timestamp than the previous one. In the worst case, file systems store times in whole
   * seconds, so a change within this time can be hidden.
   */
  public static final long SETTLED_NANOS = TimeUnit.SECONDS.toNanos(2);

  /** The most directories of one job, since an executor names its directories itself. Further directories are looked at each time. */
  static final int MOST_OF_JOB = 65_536;

  private record Quiet(long changedMillis, long sinceNanos) {}

  private final Map<String, Map<File, Quiet>> byJob = new HashMap<>();

  /** Returns whether a directory with that time of change need not be looked at. */
  public boolean isQuiet(String job, File directory, long changedMillis, long nowNanos) {
    Quiet quiet = byJob.getOrDefault(job, Map.of()).get(directory);
    return quiet != null && quiet.changedMillis == changedMillis && nowNanos - quiet.sinceNanos > SETTLED_NANOS;
  }

  /** Notes that a directory with that time of change was looked at, and whether there was nothing to do. */
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
