package dev.terra.lab.dashboard;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The results of tests as Node's runner prints them, in the Test Anything Protocol, and what the tests measured. */
final class TapResults {
  /** Indented lines are of the tests inside of a suite, which count by themselves; a suite's own line has none. */
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

  /** The tests among lines of output. */
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

  /** What the tests printed themselves. */
  static List<String> notes(List<String> lines) {
    return lines.stream().map(NOTE::matcher).filter(Matcher::matches).map(found -> found.group(1)).toList();
  }
}
