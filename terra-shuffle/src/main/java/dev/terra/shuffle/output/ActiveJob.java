package dev.terra.shuffle.output;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A job that runs on this node, and the user whose files its map outputs are. */
public record ActiveJob(String id, String user) {
  private static final Pattern JOB = Pattern.compile("job_([0-9]{1,19}_[0-9]{1,10})");

  /** Whether this is the form of a job's id. */
  public static boolean isJobId(String text) {
    return JOB.matcher(text).matches();
  }

  /** Checks the job's id; empty where it isn't one. */
  public static Optional<ActiveJob> of(String id, String user) {
    return isJobId(id) ? Optional.of(new ActiveJob(id, user)) : Optional.empty();
  }

  /** The job's directory in any of the NodeManager's local directories. */
  String directory() {
    Matcher matcher = JOB.matcher(id);
    if (!matcher.matches()) {
      throw new IllegalStateException("no job id: " + id);
    }
    return "usercache/" + user + "/appcache/application_" + matcher.group(1);
  }
}
