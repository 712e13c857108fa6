package dev.terra.lab.dashboard;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The results of tests in the Test Anything Protocol, as Node's runner prints them, and what the tests measured. */
final class TapResults {
  /**
   * Matches the line of a test. Indented lines belong to the tests inside of a suite and count on their own; a suite's
   * own line is not counted.
   */
  private static final Pattern RESULT = Pattern.compile("^(not )?ok \\d+ - (.*?)(?: # (SKIP|TODO)\\b.*)?$");
  private static final Pattern NOTE =
      Pattern.compile("^# (?!Subtest: |(?:tests|suites|pass|fail|cancelled|skipped|todo|duration_ms) )(.+)$");

  private TapResults() {}

  /**
   * One test.
   *
   * @param holds whether it was run and passed
   */
  record Result(String name, boolean holds) {}

  /** Returns the tests among lines of output. */
  static List<Result> results(List<String> lines) {
    List<Result> results = new ArrayList<>();
    for (String line : lines) {
      Matcher found = RESULT.matcher(line);
      if (found.matches()) {
        results.add(new Result(found.group(2), found.group(1) == null && found.group(3) == null));
      }
    }
    return results;
  }

  /** Returns the lines that the tests printed themselves. */
  static List<String> notes(List<String> lines) {
    return lines.stream().map(NOTE::matcher).filter(Matcher::matches).map(found -> found.group(1)).toList();
  }
}
