package dev.terra.controller.view;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terra.core.view.Metric;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * docs/EVENTS.md lists the controller's events and metrics as their enums have them. To write it anew:
 * {@code mvn test -pl terra-controller -am -Dtest=ReferenceDocsTest -Dsurefire.failIfNoSpecifiedTests=false -Dterra.docs=write}.
 */
class ReferenceDocsTest {
  private static final Path DOCUMENT = Path.of("..", "docs", "EVENTS.md");

  @Test
  void theControllersEventsAreListed() throws IOException {
    check("controller events", "| event | severity | target | meaning |\n|---|---|---|---|\n",
        Stream.of(EventKind.values()).map(kind -> "| `%s` | %s | %s | %s |%n".formatted(
            kind.id(), kind.severity(), kind.target(), kind.sentence())));
  }

  @Test
  void theControllersMetricsAreListed() throws IOException {
    check("controller metrics", "| metric | for Prometheus | kind | unit | meaning |\n|---|---|---|---|---|\n",
        metrics().map(metric -> "| `%s` | `%s` | %s | %s | %s |%n".formatted(metric.id(), metric.prometheusName(),
            metric.kind().name().toLowerCase(Locale.ROOT), metric.unit(), metric.sentence())));
  }

  private static Stream<Metric> metrics() {
    return Stream.<Metric[]>of(ControllerMetric.values(), LinkMetric.values(), SiteMetric.values()).flatMap(Stream::of);
  }

  @Test
  void everyMetricSaysWhatItMeansAndHasANameOfItsOwn() {
    assertThat(metrics()).isNotEmpty().allSatisfy(metric -> {
      assertThat(metric.sentence()).matches("[A-Z].*\\.");
      assertThat(metric.id()).matches("[a-z]+\\.[a-z]+(-[a-z]+)*");
      assertThat(metric.unit()).isNotBlank();
    });
    assertThat(metrics().map(Metric::prometheusName)).doesNotHaveDuplicates();
  }

  @ParameterizedTest
  @EnumSource
  void everyKindOfEventSaysWhatItMeans(EventKind kind) {
    assertThat(kind.sentence()).matches("[A-Z].*\\.");
    assertThat(kind.id()).matches("[a-z]+(-[a-z]+)*");
    assertThat(kind.target()).isNotBlank();
  }

  private static void check(String part, String head, Stream<String> rows) throws IOException {
    String text = Files.readString(DOCUMENT);
    String begin = "<!-- generated: " + part + " -->\n";
    assertThat(text).contains(begin);
    int from = text.indexOf(begin) + begin.length();
    int to = text.indexOf("<!-- end -->", from);
    String wanted = rows.collect(Collectors.joining("", head, ""));
    if ("write".equals(System.getProperty("terra.docs"))) {
      Files.writeString(DOCUMENT, text.substring(0, from) + wanted + text.substring(to));
    } else {
      assertThat(text.substring(from, to)).isEqualTo(wanted);
    }
  }
}
