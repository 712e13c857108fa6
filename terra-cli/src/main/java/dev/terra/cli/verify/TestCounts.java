package dev.terra.cli.verify;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** How many tests ran and what came of them. */
record TestCounts(int tests, int failed, int skipped) {
  static final TestCounts NONE = new TestCounts(0, 0, 0);
  private static final Pattern NUMBER = Pattern.compile("\\b(tests|errors|failures|skipped)=\"([0-9]+)\"");

  /** Adds up the reports of a folder; none where there is no such folder. */
  static TestCounts read(Path reports) throws IOException {
    if (!Files.isDirectory(reports)) {
      return NONE;
    }
    List<Path> files;
    try (Stream<Path> all = Files.list(reports)) {
      files = all.filter(file -> file.getFileName().toString().matches("TEST-.*\\.xml")).toList();
    }
    TestCounts sum = NONE;
    for (Path file : files) {
      sum = sum.plus(parse(Files.readString(file)));
    }
    return sum;
  }

  /** Reads one report's root element. */
  static TestCounts parse(String report) {
    int from = Math.max(0, report.indexOf("<testsuite"));
    int to = report.indexOf('>', from);
    Matcher matcher = NUMBER.matcher(report.substring(from, Math.max(from, to)));
    TestCounts counts = NONE;
    while (matcher.find()) {
      int number = Integer.parseInt(matcher.group(2));
      counts = counts.plus(switch (matcher.group(1)) {
        case "tests" -> new TestCounts(number, 0, 0);
        case "skipped" -> new TestCounts(0, 0, number);
        default -> new TestCounts(0, number, 0);
      });
    }
    return counts;
  }

  TestCounts plus(TestCounts other) {
    return new TestCounts(tests + other.tests, failed + other.failed, skipped + other.skipped);
  }

  @Override
  public String toString() {
    return tests + " tests, " + failed + " failed, " + skipped + " skipped";
  }
}
