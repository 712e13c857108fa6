package dev.terra.lab.engine;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The failures that a job's own counters report.
 *
 * @param failedShuffles fetches that reducers count as failed
 * @param extraAttempts attempts of tasks that failed or were killed and had to be repeated
 * @param stageRetries attempts of stages after their first; only Spark counts them
 */
public record JobCounters(long failedShuffles, long extraAttempts, long stageRetries) {
  public static final JobCounters NONE = new JobCounters(0, 0);

  /** Makes the counters of an engine that does not retry stages. */
  public JobCounters(long failedShuffles, long extraAttempts) {
    this(failedShuffles, extraAttempts, 0);
  }

  /** A counter as clients of MapReduce, Tez and Hive print it: a name, = or :, and a number. */
  private static final Pattern COUNTER = Pattern.compile("([A-Za-z_][A-Za-z_ ]*?)\\s*[=:]\\s*(\\d+)\\s*$");

  /**
   * The names of an engine's counters.
   *
   * @param shuffled a counter that is above zero in every job that shuffles; if it is missing, nothing was read
   * @param sections the sections of the log, if the same counters are printed again for parts of a job
   */
  public record Names(String shuffled, Set<String> failedShuffles, Set<String> extraAttempts, Optional<Sections> sections) {}

  /**
   * The texts in the lines that begin the counters of a whole job, and those of a part of it.
   *
   * @param whole the lines after this text count
   * @param part the lines after this text do not count, since the whole job's counters include them
   */
  public record Sections(String whole, String part) {
    /** Returns the lines of a log that count, in order. */
    private Stream<String> counted(Stream<String> lines, boolean fromTheStart) {
      boolean[] counting = {fromTheStart};
      return lines.filter(line -> {
        counting[0] = line.contains(whole) || (counting[0] && !line.contains(part));
        return counting[0];
      });
    }
  }

  /**
   * Returns the sum of one counter in the sections of a client's output that count.
   *
   * @throws IOException if the counter is missing
   */
  public static long sum(Stream<String> lines, Sections sections, String counter, String source) throws IOException {
    List<Long> values = sections.counted(lines, false).map(COUNTER::matcher)
        .filter(line -> line.find() && line.group(1).strip().equals(counter)).map(line -> Long.parseLong(line.group(2))).toList();
    if (values.isEmpty()) {
      throw new IOException("no counter " + counter + " after '" + sections.whole() + "' in " + source);
    }
    return values.stream().mapToLong(Long::longValue).sum();
  }

  /**
   * Adds up the counters in a client's log. A missing counter is zero, as engines leave zeros out.
   *
   * @throws IOException if the log contains no counters of a shuffle
   */
  public static JobCounters read(Path log, Names names) throws IOException {
    try (Stream<String> lines = Files.lines(log)) {
      return read(lines, names, log.toString());
    }
  }

  public static JobCounters read(Stream<String> lines, Names names, String source) throws IOException {
    long[] sums = new long[3];
    Stream<String> counted = names.sections().map(sections -> sections.counted(lines, true)).orElse(lines);
    counted.map(COUNTER::matcher).filter(Matcher::find).forEach(counter -> {
      String name = counter.group(1).strip();
      long value = Long.parseLong(counter.group(2));
      sums[0] += name.equals(names.shuffled()) ? value : 0;
      sums[1] += names.failedShuffles().contains(name) ? value : 0;
      sums[2] += names.extraAttempts().contains(name) ? value : 0;
    });
    if (sums[0] == 0) {
      throw new IOException("no job counters of a shuffle (" + names.shuffled() + ") in " + source);
    }
    return new JobCounters(sums[1], sums[2]);
  }

  public JobCounters plus(JobCounters other) {
    return new JobCounters(failedShuffles + other.failedShuffles, extraAttempts + other.extraAttempts, stageRetries + other.stageRetries);
  }

  /** Describes in words which counters are higher here than with the stock shuffle. */
  public List<String> beyond(JobCounters stock) {
    List<String> problems = new ArrayList<>();
    compare("failed shuffles", failedShuffles, stock.failedShuffles, problems);
    compare("extra task attempts", extraAttempts, stock.extraAttempts, problems);
    compare("stage retries", stageRetries, stock.stageRetries, problems);
    return problems;
  }

  private static void compare(String what, long here, long stock, List<String> problems) {
    if (here > stock) {
      problems.add(here + " " + what + ", stock had " + stock);
    }
  }
}
