package dev.terra.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Checks the class path of the product's commands that the build has resolved: it contains nothing of any engine, of the laboratory or of
 * test tools.
 */
class ProductClassPathTest {
  /**
   * The file to which the build writes the class path before tests (see this module's pom). Its entries are separated as in a class path.
   */
  private static final Path CLASS_PATH = Path.of("target", "class-path");
  private static final Pattern FOREIGN = Pattern.compile(
      "hadoop|tez|hive|yarn|testbed|terra-lab|commands/|terra-shuffle|jmh|junit|jqwik|assertj|archunit|opentest4j|hamcrest|mockito");

  private static List<String> names() throws IOException {
    return Stream.of(Files.readString(CLASS_PATH).split(File.pathSeparator)).map(ProductClassPathTest::artifact).toList();
  }

  /** Returns the name of a jar, or the name of a module if the build takes the classes from the module's folder. */
  private static String artifact(String entry) {
    Path path = Path.of(entry.trim());
    return path.endsWith(Path.of("target", "classes")) ? path.getParent().getParent().getFileName() + "/" : path.getFileName().toString();
  }

  @Test
  void itHasTheProductAndNothingForeign() throws IOException {
    assertThat(names()).anyMatch(name -> name.startsWith("terra-controller")).anyMatch(name -> name.startsWith("terra-agent"))
        .anyMatch(name -> name.startsWith("picocli")).noneMatch(name -> FOREIGN.matcher(name).find());
  }

  @Test
  void aForeignJarWouldBeSeen() {
    assertThat(Stream.of("/r/hadoop-common-3.4.3.jar", "/w/testbed/target/classes", "/r/junit-jupiter-api-6.1.0.jar", "/r/jmh-core.jar")
        .map(ProductClassPathTest::artifact)).allMatch(name -> FOREIGN.matcher(name).find());
  }
}
