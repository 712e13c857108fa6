package dev.terra.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terra.agent.stats.AgentEventKind;
import dev.terra.agent.view.AgentMetric;
import dev.terra.agent.view.CacheQueueMetric;
import dev.terra.agent.view.TunnelMetric;
import dev.terra.agent.view.WaitMetric;
import dev.terra.controller.view.ClassLatencyMetric;
import dev.terra.controller.view.ClassMetric;
import dev.terra.controller.view.ControllerMetric;
import dev.terra.controller.view.EventKind;
import dev.terra.controller.view.LinkMetric;
import dev.terra.controller.view.SiteMetric;
import dev.terra.core.view.Metric;
import dev.terra.history.CostMetric;
import dev.terra.history.HistoryMetric;
import dev.terra.history.WorkMetric;
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
 * Checks that docs/use/events.md lists events and metrics as their enums define them. To generate the page anew, run
 * {@code mvn test -pl terra-cli -am -Dtest=EventsReferenceTest -Dsurefire.failIfNoSpecifiedTests=false -Dterra.docs=write}.
 */
class EventsReferenceTest {
  private static final Path DOCUMENT = Path.of("..", "docs", "use", "events.md");
  private static final String EVENTS = "| event | severity | target | meaning |\n|---|---|---|---|\n";
  private static final String METRICS = "| metric | for Prometheus | kind | unit | meaning |\n|---|---|---|---|---|\n";

  @Test
  void theControllersEventsAreListed() throws IOException {
    check("controller events", EVENTS, Stream.of(EventKind.values()).map(kind -> "| `%s` | %s | %s | %s |%n".formatted(
        kind.id(), kind.severity(), kind.target(), kind.sentence())));
  }

  @Test
  void anAgentsEventsAreListed() throws IOException {
    check("agent events", EVENTS, Stream.of(AgentEventKind.values()).map(kind -> "| `%s` | %s | %s | %s |%n".formatted(
        kind.id(), kind.severity(), kind.target(), kind.sentence())));
  }

  @Test
  void theControllersMetricsAreListed() throws IOException {
    check("controller metrics", METRICS, rows(ControllerMetric.values(), LinkMetric.values(), SiteMetric.values(),
        ClassMetric.values(), ClassLatencyMetric.values()));
  }

  @Test
  void theHistorysMetricsAreListed() throws IOException {
    check("history metrics", METRICS, rows(HistoryMetric.values(), CostMetric.values(), WorkMetric.values()));
  }

  @Test
  void anAgentsMetricsAreListed() throws IOException {
    check("agent metrics", METRICS, rows(AgentMetric.values(), WaitMetric.values(), TunnelMetric.values(), CacheQueueMetric.values()));
  }

  private static Stream<String> rows(Metric[]... metrics) {
    return Stream.of(metrics).flatMap(Stream::of).map(metric -> "| `%s` | `%s` | %s | %s | %s |%n".formatted(metric.id(),
        metric.prometheusName(), metric.kind().name().toLowerCase(Locale.ROOT), metric.unit(), metric.sentence()));
  }

  @Test
  void everyMetricSaysWhatItMeansAndHasANameOfItsOwn() {
    Metric[][] all = {ControllerMetric.values(), LinkMetric.values(), SiteMetric.values(), HistoryMetric.values(), CostMetric.values(),
        WorkMetric.values(), AgentMetric.values(), WaitMetric.values(), TunnelMetric.values(), CacheQueueMetric.values(),
        ClassMetric.values(), ClassLatencyMetric.values()};
    assertThat(Stream.of(all).flatMap(Stream::of)).isNotEmpty().allSatisfy(metric -> {
      assertThat(metric.sentence()).matches("[A-Z].*\\.");
      assertThat(metric.id()).matches("[a-z]+\\.[a-z]+(-[a-z]+)*");
      assertThat(metric.unit()).isNotBlank();
    });
    assertThat(Stream.of(all).flatMap(Stream::of).map(Metric::prometheusName)).doesNotHaveDuplicates();
  }

  @ParameterizedTest
  @EnumSource
  void everyKindOfEventSaysWhatItMeans(EventKind kind) {
    checkWords(kind.id(), kind.target(), kind.sentence());
  }

  @ParameterizedTest
  @EnumSource
  void everyKindOfAnAgentsEventsSaysWhatItMeans(AgentEventKind kind) {
    checkWords(kind.id(), kind.target(), kind.sentence());
  }

  private static void checkWords(String id, String target, String sentence) {
    assertThat(sentence).matches("[A-Z].*\\.");
    assertThat(id).matches("[a-z]+(-[a-z]+)*");
    assertThat(target).isNotBlank();
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
