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
 * What a job's own counters say of trouble.
 *
 * @param failedShuffles fetches that reducers count as failed
 * @param extraAttempts attempts of tasks that failed or were killed, so that there had to be others
 * @param stageRetries attempts of stages after their first; only Spark counts them
 */
public record JobCounters(long failedShuffles, long extraAttempts, long stageRetries) {
  public static final JobCounters NONE = new JobCounters(0, 0);

  /** Of an engine that does not try stages again. */
  public JobCounters(long failedShuffles, long extraAttempts) {
    this(failedShuffles, extraAttempts, 0);
  }

  /** A counter as clients of MapReduce, Tez and Hive print it: a name, = or :, and a number. */
  private static final Pattern COUNTER = Pattern.compile("([A-Za-z_][A-Za-z_ ]*?)\\s*[=:]\\s*(\\d+)\\s*$");

  /**
   * How an engine names its counters.
   *
   * @param shuffled one that every job that shuffles has above zero; if it is not there, nothing was read
   * @param sections where the same counters are printed again for parts of a job
   */
  public record Names(String shuffled, Set<String> failedShuffles, Set<String> extraAttempts, Optional<Sections> sections) {}

  /**
   * What lines hold that open the counters of a whole job, and those of a part of it.
   *
   * @param whole what follows counts
   * @param part what follows does not, as it has been counted
   */
  public record Sections(String whole, String part) {
    /** The lines of a log, in order, that count. */
    private Stream<String> counted(Stream<String> lines, boolean fromTheStart) {
      boolean[] counting = {fromTheStart};
      return lines.filter(line -> {
        counting[0] = line.contains(whole) || (counting[0] && !line.contains(part));
        return counting[0];
      });
    }
  }

  /**
   * The sum of one counter in a section of what a client printed.
   *
   * @throws IOException if it is not there
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
   * Adds up the counters that a client printed. A counter that is not there is zero, as engines leave zeros out.
   *
   * @throws IOException if the log holds no counters of a shuffle
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

  /** What there is more of here than with stock, in words. */
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
