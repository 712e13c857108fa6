package dev.terra.node.output;

import java.util.Optional;
import java.util.regex.Pattern;

/** A job that runs on this node, and the user whose files its map outputs are. */
public record ActiveJob(String id, String user) {
  private static final Pattern JOB = Pattern.compile("job_[0-9]{1,19}_[0-9]{1,10}");

  /** Whether this is the form of a job's id. */
  public static boolean isJobId(String text) {
    return JOB.matcher(text).matches();
  }

  /** Checks the job's id; empty where it isn't one. */
  public static Optional<ActiveJob> of(String id, String user) {
    return isJobId(id) ? Optional.of(new ActiveJob(id, user)) : Optional.empty();
  }
}
