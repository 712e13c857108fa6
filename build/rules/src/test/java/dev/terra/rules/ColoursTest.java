package dev.terra.rules;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Checks that no program or build file reads coloured text. On a terminal, Maven colours its output, including files of listings, so such
 * text must be made without colours.
 */
class ColoursTest {
  private static final Path ROOT = Path.of(System.getProperty("terra.root"));
  /** Goals of the dependency plugin that list what was resolved, as text for human readers. */
  private static final Pattern LISTING = Pattern.compile("<goal>(list|list-classes|tree|resolve|resolve-plugins|collect|sources)</goal>");
  /** A command that a program starts, to the end of its list. */
  private static final Pattern STARTED = Pattern.compile("\"mvn\",[^;]*;");
  /** A command in a script whose output goes into a file or a pipe. */
  private static final Pattern CAPTURED = Pattern.compile("(?m)^.*\\b(mvn|run_maven) -[^\n]*(>|\\|)[^\n]*$");
  private static final String PLAIN = "-Dstyle.color=never";

  @Test
  void noBuildFileBindsAGoalThatListsForPeople() throws IOException {
    assertThat(files("pom.xml")).hasSizeGreaterThan(20).allSatisfy(pom -> assertThat(Files.readString(pom)).doesNotContainPattern(LISTING));
  }

  @Test
  void programsReadWhatMavenSaysWithoutColours() throws IOException {
    List<String> commands = files(".java").stream().filter(file -> file.toString().contains("/src/main/")).map(House::read)
        .flatMap(text -> STARTED.matcher(text).results()).map(found -> found.group()).toList();

    assertThat(commands).isNotEmpty().allSatisfy(command -> assertThat(command).contains(PLAIN));
  }

  @Test
  void scriptsReadWhatMavenSaysWithoutColours() {
    List<String> commands = Stream.of("terra", "terra-dist/verify-reproducible", ".ci/run").map(ROOT::resolve).map(House::read)
        .flatMap(text -> CAPTURED.matcher(text).results()).map(found -> found.group()).toList();

    assertThat(commands).isNotEmpty().allSatisfy(command -> assertThat(command).contains(PLAIN));
  }

  @Test
  void theRulesFindWhatTheyForbid() {
    assertThat("<goal>list</goal>").containsPattern(LISTING);
    assertThat("x = List.of(\"mvn\", \"-B\",\n \"package\");").containsPattern(STARTED);
    Matcher captured = CAPTURED.matcher("if ! (cd x && mvn -B package) >\"$log\" 2>&1; then");
    assertThat(captured.find()).isTrue();
  }

  private static List<Path> files(String end) throws IOException {
    try (Stream<Path> files = Files.find(ROOT, 20, (file, attributes) -> file.toString().endsWith(end) && !made(file))) {
      return files.toList();
    }
  }

  /** Returns whether a file is not a source, but belongs to a build, to Node's libraries or to git. */
  private static boolean made(Path file) {
    return Stream.of("target", "node_modules", ".git").anyMatch(folder -> file.toString().contains("/" + folder + "/"));
  }
}
