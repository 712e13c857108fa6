package dev.terra.spark;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Checks that the tests which the compatibility table names exist. */
class DocumentedTestsTest {
  private static final Pattern NAMED = Pattern.compile("\\| `(\\w+(?:Test|Contract))(?:\\.(\\w+))?` \\|$", Pattern.MULTILINE);

  @Test
  void eachIsThere() throws IOException {
    List<MatchResult> named = NAMED.matcher(Files.readString(Path.of("..", "docs", "use", "spark.md"))).results().toList();
    assertThat(named).hasSizeGreaterThan(10);
    for (MatchResult test : named) {
      assertThat(source(test.group(1))).as(test.group()).contains(test.group(2) == null ? "class " : "void " + test.group(2) + "()");
    }
  }

  private static String source(String test) throws IOException {
    try (Stream<Path> files = Files.walk(Path.of("."))) {
      List<Path> found = files.filter(file -> file.endsWith(test + ".java")).toList();
      assertThat(found).as(test).hasSize(1);
      return Files.readString(found.get(0));
    }
  }
}
