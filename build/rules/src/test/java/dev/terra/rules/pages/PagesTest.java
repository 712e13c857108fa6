package dev.terra.rules.pages;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terra.dist.ShippedPages;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Checks what must hold for every page. */
class PagesTest {
  static final Path ROOT = Path.of("..", "..").toAbsolutePath().normalize();
  private static final Path DOCS = ROOT.resolve("docs");

  static List<Page> pages() throws IOException {
    try (Stream<Path> docs = Files.walk(DOCS); Stream<Path> top = Files.list(ROOT)) {
      return Stream.concat(docs, top).filter(file -> file.toString().endsWith(".md")).map(PagesTest::read).toList();
    }
  }

  @ParameterizedTest
  @MethodSource("pages")
  void linksLeadSomewhere(Page page) {
    assertThat(page.links().stream().filter(link -> !link.contains("://") && !leadsSomewhere(page, link))).as("links of %s", page)
        .isEmpty();
  }

  /** A link may lead out of docs only to files that the archive and the packages put beside docs. */
  @Test
  void linksOfShippedPagesLeadToShippedFiles() throws IOException {
    Set<Path> shipped = ShippedPages.of(ROOT).stream().map(ROOT::resolve).collect(Collectors.toSet());
    assertThat(pages().stream().filter(page -> shipped.contains(page.file())).flatMap(page -> page.links().stream()
        .filter(link -> !link.contains("://") && !shipped.contains(page.target(link))).map(link -> page + ": " + link))).isEmpty();
  }

  @Test
  void everyPageAndPictureIsReachedFromTheReadme() throws IOException {
    Set<Path> reached = new HashSet<>();
    reach(ROOT.resolve("README.md"), reached);
    try (Stream<Path> files = Files.walk(DOCS)) {
      assertThat(files.filter(file -> file.toString().matches(".*\\.(md|png)") && !reached.contains(file))).isEmpty();
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
    Path target = page.target(link);
    return Files.exists(target) && (!link.contains("#") || read(target).anchors().contains(link.replaceFirst(".*#", "")));
  }

  private static void reach(Path file, Set<Path> reached) {
    if (reached.add(file) && file.toString().endsWith(".md")) {
      Page page = read(file);
      page.links().stream().filter(link -> !link.contains("://")).forEach(link -> reach(page.target(link), reached));
    }
  }

  private static List<Path> sources() throws IOException {
    try (Stream<Path> modules = Files.walk(ROOT, 4)) {
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

  static Page read(Path file) {
    try {
      return new Page(file, Files.readString(file));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
