package dev.terra.shuffle.output;

import dev.terra.node.output.ActiveJob;
import java.util.Optional;
import java.util.regex.Pattern;

/** The form of a job's id in MapReduce and Tez: {@code job_CLUSTER_JOB}. An id of this form is safe as the name of a directory. */
public final class JobIds {
  private static final Pattern JOB = Pattern.compile("job_[0-9]{1,19}_[0-9]{1,10}");

  private JobIds() {}

  /** Returns whether a text has the form of a job's id. */
  public static boolean isJobId(String text) {
    return JOB.matcher(text).matches();
  }

  /** Returns a job of a user; empty where the text is not a job's id. */
  public static Optional<ActiveJob> activeJob(String id, String user) {
    return isJobId(id) ? Optional.of(new ActiveJob(id, user)) : Optional.empty();
  }
}
