package dev.terra.shuffle;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terra.node.count.ShuffleCounts.Count;
import dev.terra.shuffle.contract.ContractChapters;
import java.io.IOException;
import java.lang.reflect.Method;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/**
 * Checks that the generated parts of the docs agree with the tests and the settings. To generate them anew, run {@code mvn test -pl
 * terra-shuffle -am -Dtest=GeneratedDocsTest -Dterra.docs=write}.
 */
class GeneratedDocsTest {
  private static final Path DOCS = Path.of("..", "docs");
  private static final String BEGIN = "<!-- generated: %s -->\n";
  private static final String END = "<!-- end -->\n";

  @Test
  void theContractListsWhatIsTested() throws IOException {
    check("internals/contract.md", "contract", contract());
    check("internals/contract.md", "redirected", redirected());
    check("internals/contract.md", "steps", steps());
    check("internals/contract.md", "dag", list(DagTest.class));
    check("internals/contract.md", "safety", list(SafetyTest.class));
    check("internals/contract.md", "restart", list(RestartTest.class));
  }

  @Test
  void theConfigurationListsAllSettings() throws IOException {
    String rows = ShuffleSettings.ALL.stream()
        .map(setting -> "| `%s` | %s | %s |%n".formatted(setting.key(), setting.standard(), setting.meaning()))
        .collect(Collectors.joining());
    check("use/configuration.md", "handler", "| property | default | meaning |\n|---|---|---|\n" + rows);
  }

  @Test
  void theHandlersMetricsAreListed() throws IOException {
    String rows = Stream.of(Count.values()).map(count -> "| `%s` | `%s` | %s | %s |%n".formatted(
        count.id(), HandlerMetrics.info(count).name(), count.unit(), count.sentence())).collect(Collectors.joining());
    check("use/events.md", "handler metrics", "| metric | in `TerraShuffle` | unit | meaning |\n|---|---|---|---|\n" + rows);
  }

  private static void check(String document, String part, String wanted) throws IOException {
    Path file = DOCS.resolve(document);
    String text = Files.readString(file);
    String begin = BEGIN.formatted(part);
    int from = text.indexOf(begin) + begin.length();
    int to = text.indexOf(END, from);
    assertThat(text).contains(begin);
    if ("write".equals(System.getProperty("terra.docs"))) {
      Files.writeString(file, text.substring(0, from) + wanted + text.substring(to));
    } else {
      assertThat(text.substring(from, to)).isEqualTo(wanted);
    }
  }

  private static String contract() {
    StringBuilder text = new StringBuilder();
    for (Class<?> chapter : ContractChapters.ALL) {
      text.append("### ").append(chapter.getAnnotation(DisplayName.class).value()).append("\n\n").append(list(chapter)).append('\n');
    }
    return text.toString();
  }

  private static String redirected() {
    StringBuilder text = new StringBuilder("| chapter | over redirected fetches |\n|---|---|\n");
    for (Class<?> chapter : ContractChapters.ALL) {
      String reason = Optional.ofNullable(ContractChapters.notRedirected().get(chapter)).map(why -> "no: " + why).orElse("yes");
      text.append("| ").append(chapter.getAnnotation(DisplayName.class).value()).append(" | ").append(reason).append(" |\n");
    }
    return text.toString();
  }

  private static String list(Class<?> tests) {
    return Stream.of(tests.getDeclaredMethods()).filter(method -> method.isAnnotationPresent(DisplayName.class))
        .map(GeneratedDocsTest::item).sorted().collect(Collectors.joining());
  }

  private static String item(Method test) {
    String name = test.getAnnotation(DisplayName.class).value();
    boolean isWord = name.matches("[a-z']+[ ,].*");
    return "- " + (isWord ? name.substring(0, 1).toUpperCase(Locale.ROOT) + name.substring(1) : name) + ".\n";
  }

  private static String steps() {
    List<String> rows = Stream.of(Fault.values()).map(fault -> "| %s | %s | %s |%n".formatted(fault.step(), fault,
        fault.failedFetches() == 0 ? "nothing" : "one failed fetch; the next one is served directly")).toList();
    return "| step | what happens | what the reducer notices |\n|---|---|---|\n" + String.join("", rows);
  }

  @Test
  void everyChapterAndEveryContractIsListed() throws IOException, URISyntaxException {
    assertThat(classes("Chapter")).filteredOn(name -> !name.equals("ContractChapter")).containsExactlyInAnyOrderElementsOf(
        ContractChapters.ALL.stream().map(Class::getSimpleName).toList());
    assertThat(classes("Contract")).containsExactlyInAnyOrderElementsOf(
        Stream.concat(ContractChapters.COMPLETE.stream(), ContractChapters.REDIRECTED.stream()).map(Class::getSimpleName).toList());
  }

  private static List<String> classes(String ending) throws IOException, URISyntaxException {
    URI here = ContractChapters.class.getResource("ContractChapters.class").toURI();
    try (Stream<Path> classes = Files.list(Path.of(here).getParent())) {
      return classes.map(file -> file.getFileName().toString()).filter(name -> name.endsWith(ending + ".class") && !name.contains("$"))
          .map(name -> name.replace(".class", "")).toList();
    }
  }
}
