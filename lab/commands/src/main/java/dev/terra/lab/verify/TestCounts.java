package dev.terra.lab.verify;

import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/**
 * The number of tests that ran, and their results, counted one by one: the totals at the beginning of surefire's
 * reports leave out parameterized classes.
 *
 * @param failed names of the tests that failed
 */
record TestCounts(int tests, int skipped, List<String> failed) {
  static final TestCounts NONE = new TestCounts(0, 0, List.of());

  TestCounts {
    failed = List.copyOf(failed);
  }

  /** Adds up the reports of a folder; no tests if there is no such folder. */
  static TestCounts read(Path reports) throws IOException {
    if (!Files.isDirectory(reports)) {
      return NONE;
    }
    TestCounts sum = NONE;
    for (Path file : files(reports)) {
      sum = sum.plus(parse(Files.readString(file)));
    }
    return sum;
  }

  /** Returns the reports of a folder. */
  static List<Path> files(Path reports) throws IOException {
    try (Stream<Path> all = Files.list(reports)) {
      return all.filter(file -> file.getFileName().toString().matches("TEST-.*\\.xml")).sorted().toList();
    }
  }

  /**
   * Reads one report.
   *
   * @throws IOException if it is not a report of surefire, or only the beginning of one
   */
  static TestCounts parse(String report) throws IOException {
    int tests = 0;
    int skipped = 0;
    List<String> failed = new ArrayList<>();
    String test = "";
    try {
      XMLInputFactory factory = XMLInputFactory.newInstance();
      factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
      XMLStreamReader reader = factory.createXMLStreamReader(new StringReader(report));
      while (reader.hasNext()) {
        if (reader.next() != XMLStreamConstants.START_ELEMENT) {
          continue;
        }
        switch (reader.getLocalName()) {
          case "testcase" -> {
            tests++;
            test = reader.getAttributeValue(null, "classname") + ": " + reader.getAttributeValue(null, "name");
          }
          case "failure", "error" -> failed.add(test);
          case "skipped" -> skipped++;
          default -> { }
        }
      }
    } catch (XMLStreamException e) {
      throw new IOException("a report of tests cannot be read: " + e.getMessage(), e);
    }
    return new TestCounts(tests, skipped, failed);
  }

  TestCounts plus(TestCounts other) {
    return new TestCounts(tests + other.tests, skipped + other.skipped, Stream.concat(failed.stream(), other.failed.stream()).toList());
  }

  @Override
  public String toString() {
    return tests + " tests, " + failed.size() + " failed, " + skipped + " skipped";
  }
}
