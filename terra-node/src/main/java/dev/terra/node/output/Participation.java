package dev.terra.node.output;

import com.google.common.hash.Hashing;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The rule for which jobs' shuffles may go through Terra. All other shuffles are reported to agents as usual, and every fetch takes the
 * stock path. The choice by percentage depends on the jobs' names alone, so all nodes agree.
 *
 * @param observe true if no job's shuffles may
 * @param queues the queues whose jobs may; empty for all
 * @param users the users whose jobs may; empty for all
 * @param percent the percentage of jobs that may, 0 to 100
 */
public record Participation(boolean observe, Set<String> queues, Set<String> users, int percent) {
  /** The key of the mode: {@value #ON} or {@value #OBSERVE}. */
  public static final String MODE_KEY = "terra.mode";
  /** The key of the comma-separated queues. */
  public static final String QUEUES_KEY = "terra.canary.queues";
  /** The key of the comma-separated users. */
  public static final String USERS_KEY = "terra.canary.users";
  /** The key of the percentage of jobs. */
  public static final String PERCENT_KEY = "terra.canary.percent";
  /** The mode in which fetches are redirected where that is worth it. */
  public static final String ON = "on";
  /** The mode in which nothing is redirected. */
  public static final String OBSERVE = "observe";
  /** The rule that allows all jobs. */
  public static final Participation ALL = new Participation(false, Set.of(), Set.of(), 100);

  /** Checks the percentage. */
  public Participation {
    queues = Set.copyOf(queues);
    users = Set.copyOf(users);
    if (percent < 0 || percent > 100) {
      throw new IllegalArgumentException(PERCENT_KEY + ": expected 0 to 100, got " + percent);
    }
  }

  /**
   * Reads the rule from settings.
   *
   * @param settings returns the value of a key, if it has one
   * @throws IllegalArgumentException if a value is wrong; the message names its key
   */
  public static Participation from(Function<String, Optional<String>> settings) {
    String mode = settings.apply(MODE_KEY).orElse(ON);
    if (!mode.equals(ON) && !mode.equals(OBSERVE)) {
      throw new IllegalArgumentException(MODE_KEY + ": expected " + ON + " or " + OBSERVE + ", got '" + mode + "'");
    }
    return new Participation(mode.equals(OBSERVE), names(settings.apply(QUEUES_KEY).orElse("")),
        names(settings.apply(USERS_KEY).orElse("")), percent(settings.apply(PERCENT_KEY).orElse("100")));
  }

  private static Set<String> names(String text) {
    return Stream.of(text.split(",")).map(String::strip).filter(name -> !name.isEmpty())
        .collect(Collectors.toSet());
  }

  private static int percent(String text) {
    try {
      return Integer.parseInt(text);
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(PERCENT_KEY + ": expected 0 to 100, got '" + text + "'", e);
    }
  }

  /**
   * Returns whether a job's shuffles may go through Terra.
   *
   * @param queue the queue in which it runs, by its last name or with those above it; empty if it is not known, which matches no list of
   *     queues
   */
  public boolean carries(ActiveJob job, String queue) {
    boolean queued = queues.isEmpty() || queues.contains(queue) || queues.contains(queue.substring(queue.lastIndexOf('.') + 1));
    return !observe && queued && (users.isEmpty() || users.contains(job.user())) && isInShare(job.id());
  }

  private boolean isInShare(String job) {
    return percent == 100 || Math.floorMod(Hashing.murmur3_32_fixed().hashString(job, StandardCharsets.UTF_8).asInt(), 100) < percent;
  }
}
