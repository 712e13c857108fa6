package dev.terra.rules.pages;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Checks that the diagrams of the pages are Mermaid of a known kind, and that the modules and classes that they name exist. */
class DiagramsTest {
  private static final Set<String> HADOOPS = Set.of("MapReduce", "NodeManager", "ResourceManager", "ShuffleHandler");
  private static final Pattern MODULE = Pattern.compile("\\bterra-[a-z-]+");
  private static final Pattern CLASS = Pattern.compile("\\b(?:[A-Z][a-z]+){2,}\\b");
  private static final Set<String> MODULES = Names.ofModules();
  private static final Set<String> CLASSES = Names.ofClasses();

  static List<Diagram> diagrams() throws IOException {
    return PagesTest.pages().stream().flatMap(page -> page.diagrams().stream().map(text -> new Diagram(page.file(), text))).toList();
  }

  @ParameterizedTest
  @MethodSource("diagrams")
  void aDiagramBeginsWithItsKind(Diagram diagram) {
    assertThat(diagram.text().lines().findFirst().orElse("")).as("%s", diagram.page())
        .matches("flowchart (TD|LR)|sequenceDiagram|stateDiagram-v2|xychart-beta");
    assertThat(diagram.text().lines().skip(1)).as("%s: its lines", diagram.page()).isNotEmpty().allMatch(line -> line.startsWith("  "));
  }

  @ParameterizedTest
  @MethodSource("diagrams")
  void modulesAndClassesThatADiagramNamesExist(Diagram diagram) {
    assertThat(Names.in(MODULE, diagram.text())).as("%s: modules", diagram.page()).isSubsetOf(MODULES);
    assertThat(Names.in(CLASS, diagram.text())).as("%s: classes", diagram.page())
        .allMatch(name -> HADOOPS.contains(name) || CLASSES.contains(name), "is a class");
  }

  @Test
  void pagesHaveDiagrams() throws IOException {
    assertThat(diagrams()).hasSizeGreaterThan(6);
  }

  /** A block of Mermaid, without its fences. */
  record Diagram(Path page, String text) {}

  /** The names of modules and classes in the sources. */
  private static final class Names {
    static Set<String> ofModules() {
      Pattern artifact = Pattern.compile("</parent>\\s*<artifactId>([^<]+)</artifactId>");
      return files("pom.xml").flatMap(pom -> artifact.matcher(PagesTest.read(pom).text()).results().map(found -> found.group(1)))
          .collect(Collectors.toSet());
    }

    static Set<String> ofClasses() {
      return files(".java").map(file -> file.getFileName().toString().replace(".java", "")).collect(Collectors.toSet());
    }

    static Set<String> in(Pattern pattern, String text) {
      return pattern.matcher(text).results().map(MatchResult::group).collect(Collectors.toSet());
    }

    private static Stream<Path> files(String end) {
      try (Stream<Path> all = Files.walk(PagesTest.ROOT)) {
        return all.filter(file -> file.toString().endsWith(end) && !file.toString().contains("/target/")).toList().stream();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }
}
