package dev.terra.rules.pages;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What holds for every page that people read. */
class PagesTest {
  /** As many words as all pages of docs may have together; generated parts are not counted. */
  private static final int MOST_WRITTEN_WORDS = 12_250;

  private static final int MOST_WORDS_IN_A_SENTENCE = 35;
  private static final int MOST_LINES_IN_A_PARAGRAPH = 5;
  private static final Path ROOT = Path.of("..", "..").toAbsolutePath().normalize();
  private static final Path DOCS = ROOT.resolve("docs");

  static List<Page> pages() throws IOException {
    try (Stream<Path> docs = Files.walk(DOCS); Stream<Path> top = Files.list(ROOT)) {
      return Stream.concat(docs, top).filter(file -> file.toString().endsWith(".md")).map(PagesTest::read).toList();
    }
  }

  @Test
  void thePagesOfDocsAreShort() throws IOException {
    assertThat(pages().stream().filter(page -> page.file().startsWith(DOCS)).mapToInt(Page::writtenWords).sum())
        .isLessThanOrEqualTo(MOST_WRITTEN_WORDS);
  }

  @ParameterizedTest
  @MethodSource("pages")
  void sentencesAndParagraphsAreShort(Page page) {
    assertThat(page.sentences().filter(sentence -> Page.words(sentence) > MOST_WORDS_IN_A_SENTENCE)).as("long sentences of %s", page)
        .isEmpty();
    assertThat(page.paragraphsLongerThan(MOST_LINES_IN_A_PARAGRAPH)).as("long paragraphs of %s: make a list or a table", page).isEmpty();
  }

  @ParameterizedTest
  @MethodSource("pages")
  void linksLeadSomewhere(Page page) {
    assertThat(page.links().stream().filter(link -> !link.contains("://") && !leadsSomewhere(page, link))).as("links of %s", page)
        .isEmpty();
  }

  @Test
  void everyPageAndPictureIsReachedFromTheReadme() throws IOException {
    Set<Path> reached = new HashSet<>();
    reach(ROOT.resolve("README.md"), reached);
    try (Stream<Path> files = Files.walk(DOCS)) {
      assertThat(files.filter(file -> file.toString().matches(".*\\.(md|svg|png)") && !reached.contains(file))).isEmpty();
    }
  }

  @Test
  void pagesThatTheSourceNamesExist() throws IOException {
    Set<String> missing = new TreeSet<>();
    for (Path source : sources()) {
      Page.mentions(Files.readString(source)).map(MatchResult::group).filter(name -> !Files.exists(ROOT.resolve(name)))
          .forEach(name -> missing.add(ROOT.relativize(source) + ": " + name));
    }
    assertThat(missing).isEmpty();
  }

  private static boolean leadsSomewhere(Page page, String link) {
    String name = link.replaceFirst("#.*", "");
    Path target = name.isEmpty() ? page.file() : page.file().resolveSibling(name).normalize();
    return Files.exists(target) && (!link.contains("#") || read(target).anchors().contains(link.replaceFirst(".*#", "")));
  }

  private static void reach(Path file, Set<Path> reached) {
    if (reached.add(file) && file.toString().endsWith(".md")) {
      read(file).links().stream().filter(link -> !link.contains("://") && !link.startsWith("#"))
          .forEach(link -> reach(file.resolveSibling(link.replaceFirst("#.*", "")).normalize(), reached));
    }
  }

  private static List<Path> sources() throws IOException {
    try (Stream<Path> modules = Files.walk(ROOT, 3)) {
      return modules.filter(folder -> folder.endsWith("src")).flatMap(PagesTest::walk)
          .filter(file -> file.toString().matches(".*\\.(java|tsx|ts|proto|sh)") && Files.isRegularFile(file)).toList();
    }
  }

  @SuppressWarnings({"MustBeClosedChecker", "StreamResourceLeak"}) // flatMap closes it
  private static Stream<Path> walk(Path folder) {
    try {
      return Files.walk(folder);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Page read(Path file) {
    try {
      return new Page(file, Files.readString(file));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
