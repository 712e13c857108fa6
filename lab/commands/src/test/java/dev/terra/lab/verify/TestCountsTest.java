package dev.terra.lab.verify;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TestCountsTest {
  /** The report on a parameterized class, for which surefire's own totals are 0. */
  private static final String REPORT = """
      <?xml version="1.0" encoding="UTF-8"?>
      <testsuite xmlns:xsi="x" name="a" time="1.5" tests="0" errors="0" skipped="0" failures="0">
        <testcase classname="a" name="good"><system-out><![CDATA[<failure>]]></system-out></testcase>
        <testcase classname="a" name="other&lt;failure/&gt;"/>
        <testcase classname="a" name="bad"><failure message="m">at b</failure></testcase>
        <testcase classname="a" name="broken"><error type="t"/></testcase>
        <testcase classname="a" name="off"><skipped/></testcase>
      </testsuite>
      """;

  @Test
  void countsTestsOneByOne() throws IOException {
    TestCounts counts = TestCounts.parse(REPORT);
    assertThat(counts.failed()).containsExactly("a: bad", "a: broken");
    assertThat(counts).hasToString("5 tests, 2 failed, 1 skipped");
  }

  @Test
  void halfAReportIsAnError() {
    assertThatIOException().isThrownBy(() -> TestCounts.parse(REPORT.substring(0, REPORT.indexOf("bad"))));
    assertThatIOException().isThrownBy(() -> TestCounts.parse(""));
  }

  @Test
  void addsUpAFolder(@TempDir Path folder) throws IOException {
    Files.writeString(folder.resolve("TEST-a.xml"), REPORT);
    Files.writeString(folder.resolve("TEST-b.xml"), REPORT);
    Files.writeString(folder.resolve("other.txt"), REPORT);
    assertThat(TestCounts.read(folder)).hasToString("10 tests, 4 failed, 2 skipped");
    assertThat(TestCounts.read(folder.resolve("none"))).isEqualTo(TestCounts.NONE);
  }
}
