package dev.terra.controller.core.shuffle;

import dev.terra.core.shuffle.ShuffleId;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * An application of YARN, by its id, such as {@code application_1700000000000_0042}. The name of a job's shuffle begins with this id. The
 * names of MapReduce's and Tez's shuffles have {@code job_} in place of {@code application_}.
 */
public record YarnApplication(String id) {
  private static final Pattern SHUFFLE = Pattern.compile("(?:job|application)_([0-9]{1,19}_[0-9]{1,10})(?:[^0-9].*)?", Pattern.DOTALL);

  /** Returns the application that a shuffle belongs to. It is empty if the shuffle's name does not begin with one. */
  public static Optional<YarnApplication> of(ShuffleId shuffle) {
    Matcher matcher = SHUFFLE.matcher(shuffle.value());
    return matcher.matches() ? Optional.of(new YarnApplication("application_" + matcher.group(1))) : Optional.empty();
  }

  @Override
  public String toString() {
    return id;
  }
}
