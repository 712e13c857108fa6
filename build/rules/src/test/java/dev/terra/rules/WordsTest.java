package dev.terra.rules;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Words and names that say too little: persons that stand for programs, comments that refer to their neighbours, names for being quiet. */
class WordsTest {
  private static final Pattern COMMENT = Pattern.compile("/\\*(?s:.*?)\\*/|(?m:(?<!:)//.*$)");
  private static final Pattern PERSON = Pattern.compile(
      "\\b(?i:somebody|someone|anybody|anyone|everybody|everyone|whoever|whomever|nobody)\\b|\\b(is|are|be|been|was|were) told\\b");
  private static final Pattern NEIGHBOUR = Pattern.compile("/\\*\\*\\s*(\\* )?The same\\b");
  /** Begins of a Javadoc that leave out what it is about. */
  private static final Pattern HEADLESS = Pattern.compile("/\\*\\*\\s*(\\* )?(Of|As|That|Those) ");
  /** A test's name may begin so: it says what holds. A helper that checks something is called assert. */
  private static final Pattern PREDICATE = Pattern.compile("\\bvoid (is|has|are|can)[A-Z]\\w*(?=\\()");
  private static final Pattern TESTS = Pattern.compile("@(Test|ParameterizedTest|Property|RepeatedTest|Override|FuzzTest)\\b");
  private static final Pattern QUIET = Pattern.compile("\\b(var|[A-Z][\\w<>?, ]*) (unused|ignored)\\w* [=:]");

  @Test
  void commentsNameWhatTheyMean() {
    assertThat(persons(House.sources().stream())).isEmpty();
  }

  @Test
  void commentsStandAlone() {
    assertThat(found(all(), NEIGHBOUR).toList()).isEmpty();
  }

  @Test
  void commentsNameWhatTheyAreAbout() {
    assertThat(found(product(), HEADLESS).toList()).isEmpty();
  }

  @Test
  void predicatesAnswer() {
    assertThat(all().flatMap(file -> helpers(House.read(file)).map(name -> file.getFileName() + ": " + name)).toList()).isEmpty();
  }

  @Test
  void nothingIsNamedToBeIgnored() {
    assertThat(found(all(), QUIET).toList()).isEmpty();
  }

  @Test
  void theRulesFindWhatTheyForbid() {
    assertThat("/** Whoever asks. */").containsPattern(PERSON);
    assertThat("/** Of a call. */").containsPattern(HEADLESS);
    assertThat("  /** " + "The same in ms. */").containsPattern(NEIGHBOUR);
    assertThat("  /**\n   * " + "The same in ms.").containsPattern(NEIGHBOUR);
    assertThat("    var " + "unused = executor.submit(task);").containsPattern(QUIET);
    assertThat(helpers("  @Test\n  void a() {}\n\n  private void isSmall(int it) {")).hasSize(1);
    assertThat(helpers("  @Test\n  @Timeout(\n      5)\n  void isSmall() {")).isEmpty();
  }

  /** Void methods with the name of a predicate that are neither a test's nor given by a library. */
  private static Stream<String> helpers(String source) {
    return PREDICATE.matcher(source).results()
        .filter(match -> !TESTS.matcher(source.substring(source.lastIndexOf("\n\n", match.start()) + 1, match.start())).find())
        .map(MatchResult::group);
  }

  private static Stream<Path> product() {
    return House.sources().stream().filter(House::isProduct);
  }

  private static Stream<Path> all() {
    return Stream.concat(House.sources().stream(), House.testSources().stream());
  }

  private static List<String> persons(Stream<Path> files) {
    return files.flatMap(file -> COMMENT.matcher(House.read(file)).results().map(MatchResult::group)
        .flatMap(comment -> PERSON.matcher(comment).results()).map(word -> file.getFileName() + ": " + word.group())).toList();
  }

  private static Stream<String> found(Stream<Path> files, Pattern pattern) {
    return files.flatMap(file -> pattern.matcher(House.read(file)).results().map(match -> file.getFileName() + ": " + match.group()));
  }
}
