package dev.terra.cli.verify;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TestCountsTest {
  private static final String REPORT = """
      <?xml version="1.0" encoding="UTF-8"?>
      <testsuite xmlns:xsi="x" name="a" time="1.5" tests="12" errors="1" skipped="2" failures="3">
        <testcase name="tests=&quot;99&quot;"/>
      </testsuite>
      """;

  @Test
  void readsTheRootElement() {
    assertThat(TestCounts.parse(REPORT)).isEqualTo(new TestCounts(12, 4, 2));
    assertThat(TestCounts.parse("")).isEqualTo(TestCounts.NONE);
  }

  @Test
  void addsUpAFolder(@TempDir Path folder) throws IOException {
    Files.writeString(folder.resolve("TEST-a.xml"), REPORT);
    Files.writeString(folder.resolve("TEST-b.xml"), REPORT);
    Files.writeString(folder.resolve("other.txt"), REPORT);
    assertThat(TestCounts.read(folder)).hasToString("24 tests, 8 failed, 4 skipped");
    assertThat(TestCounts.read(folder.resolve("none"))).isEqualTo(TestCounts.NONE);
  }
}
