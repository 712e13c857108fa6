package dev.terra.shuffle.output;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The id of a MapReduce map attempt, {@code attempt_<cluster>_<job>_m_<task>_<attempt>}: digits only, so it can be a
 * directory name and nothing worse. Other engines' names are none.
 */
public record MapId(String value, String job) {
  private static final Pattern ATTEMPT = Pattern.compile("attempt_([0-9]{1,19}_[0-9]{1,10})_m_[0-9]{1,10}_[0-9]{1,10}");

  /** Checks the form. */
  public MapId {
    Matcher matcher = ATTEMPT.matcher(value);
    if (!matcher.matches() || !job.equals("job_" + matcher.group(1))) {
      throw new IllegalArgumentException("no map attempt of " + job + ": '" + value + "'");
    }
  }

  /** Reads an attempt's id; empty where it isn't one. */
  public static Optional<MapId> parse(String text) {
    Matcher matcher = ATTEMPT.matcher(text);
    return matcher.matches() ? Optional.of(new MapId(text, "job_" + matcher.group(1))) : Optional.empty();
  }

  @Override
  public String toString() {
    return value;
  }
}
