package dev.terra.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.google.common.collect.ImmutableMap;
import dev.terra.agent.cache.CacheUse;
import dev.terra.agent.compress.CompressionUse;
import dev.terra.agent.spool.Spool;
import dev.terra.agent.view.AgentMetric;
import dev.terra.agent.view.AgentMetricsText;
import dev.terra.agent.view.AgentView;
import dev.terra.agent.view.CacheQueueMetric;
import dev.terra.agent.view.TunnelMetric;
import dev.terra.agent.view.WaitMetric;
import dev.terra.controller.view.ClassLatencyMetric;
import dev.terra.controller.view.ClassMetric;
import dev.terra.controller.view.ControllerMetric;
import dev.terra.controller.view.ControllerMetricsText;
import dev.terra.controller.view.ControllerView;
import dev.terra.controller.view.LinkMetric;
import dev.terra.controller.view.SiteMetric;
import dev.terra.core.view.FetchWaits;
import dev.terra.core.view.Metric;
import dev.terra.core.view.PrometheusText;
import dev.terra.core.wan.Path;
import dev.terra.history.HistoryFigures;
import dev.terra.history.CostMetric;
import dev.terra.history.HistoryMetric;
import dev.terra.history.WorkMetric;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tests that the files which are shipped for Prometheus and Grafana name existing metrics, and that their rules work as described. */
class MonitoringFilesTest {
  private static final java.nio.file.Path PROMETHEUS = java.nio.file.Path.of("../share/prometheus");
  private static final java.nio.file.Path DASHBOARD = java.nio.file.Path.of("../share/grafana/terra.json");
  private static final Pattern METRIC = Pattern.compile("\\bterra_[a-z_]+");
  private static final int COLUMNS = 24;

  private static Set<String> registry() {
    return Stream.<Metric[]>of(ControllerMetric.values(), LinkMetric.values(), SiteMetric.values(), AgentMetric.values(),
        TunnelMetric.values(), CacheQueueMetric.values(), HistoryMetric.values(), CostMetric.values(), WorkMetric.values(),
        WaitMetric.values(), ClassMetric.values(), ClassLatencyMetric.values())
        .flatMap(Stream::of).map(Metric::prometheusName)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private static Set<String> named(String text) {
    Set<String> names = new TreeSet<>();
    Matcher matcher = METRIC.matcher(text);
    while (matcher.find()) {
      names.add(matcher.group());
    }
    return names;
  }

  private static List<String> expressions(JsonNode dashboard) {
    List<String> expressions = new ArrayList<>();
    dashboard.findValues("expr").forEach(expression -> expressions.add(expression.asText()));
    dashboard.at("/templating/list").forEach(variable -> expressions.add(variable.path("query").asText()));
    return expressions;
  }

  @Test
  void alertsAndDashboardNameMetricsThatThereAre() throws IOException {
    JsonNode dashboard = new ObjectMapper().readTree(DASHBOARD.toFile());
    String alerts = Files.readString(PROMETHEUS.resolve("terra-alerts.yaml"));

    assertThat(named(alerts)).isNotEmpty().isSubsetOf(registry());
    assertThat(named(String.join("\n", expressions(dashboard)))).isNotEmpty().isSubsetOf(registry());
  }

  @Test
  void theDashboardsPanelsSayWhatTheyShowAndDoNotOverlap() throws IOException {
    JsonNode dashboard = new ObjectMapper().readTree(DASHBOARD.toFile());
    Set<Integer> ids = new TreeSet<>();
    Set<List<Integer>> cells = new HashSet<>();
    assertThat(dashboard.path("panels")).isNotEmpty().allSatisfy(panel -> {
      assertThat(ids.add(panel.path("id").asInt())).isTrue();
      assertThat(panel.path("title").asText()).isNotBlank();
      assertThat(panel.path("description").asText()).endsWith(".");
      assertThat(panel.at("/fieldConfig/defaults/unit").asText()).isNotBlank();
      assertThat(panel.path("targets")).isNotEmpty().allSatisfy(target -> assertThat(target.path("expr").asText()).isNotBlank());
      JsonNode place = panel.path("gridPos");
      assertThat(place.path("x").asInt() + place.path("w").asInt()).isLessThanOrEqualTo(COLUMNS);
      for (int x = 0; x < place.path("w").asInt(); x++) {
        for (int y = 0; y < place.path("h").asInt(); y++) {
          assertThat(cells.add(List.of(place.path("x").asInt() + x, place.path("y").asInt() + y))).isTrue();
        }
      }
    });
  }

  private static String promtool(String input, String... arguments) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of("promtool"));
    command.addAll(List.of(arguments));
    Process process = new ProcessBuilder(command).directory(PROMETHEUS.toFile()).redirectErrorStream(true).start();
    try (OutputStream in = process.getOutputStream()) {
      in.write(input.getBytes(StandardCharsets.UTF_8));
    }
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
    assertThat(process.exitValue()).as(output).isZero();
    return output;
  }

  @Test
  @Tag("promtool")
  void promtoolFindsNoFaultWithAlertsAndConfiguration() throws Exception {
    assertThat(promtool("", "check", "rules", "terra-alerts.yaml")).contains("SUCCESS");
    assertThat(promtool("", "check", "config", "prometheus.yaml")).contains("SUCCESS");
  }

  @Test
  @Tag("promtool")
  void everyAlertFiresWhenItShouldAndNotOtherwise() throws Exception {
    assertThat(promtool("", "test", "rules", "terra-alerts-test.yaml")).contains("SUCCESS");
    String tests = Files.readString(PROMETHEUS.resolve("terra-alerts-test.yaml"));
    Matcher alerts = Pattern.compile("alert: (\\w+)").matcher(Files.readString(PROMETHEUS.resolve("terra-alerts.yaml")));
    assertThat(alerts.results().map(found -> found.group(1))).isNotEmpty().allMatch(tests::contains);
  }

  /** Each expression of the dashboard is written as a rule, so that Prometheus parses it. */
  @Test
  @Tag("promtool")
  void prometheusReadsTheDashboardsExpressions() throws Exception {
    StringBuilder rules = new StringBuilder("groups:\n- name: dashboard\n  rules:\n");
    List<JsonNode> found = new ObjectMapper().readTree(DASHBOARD.toFile()).findValues("expr");
    for (int i = 0; i < found.size(); i++) {
      rules.append("  - record: dashboard:%d\n    expr: '%s'\n".formatted(i, found.get(i).asText().replace("'", "''")));
    }
    java.nio.file.Path file = Files.createTempFile("dashboard", ".yaml");
    try {
      Files.writeString(file, rules);
      assertThat(promtool("", "check", "rules", file.toString())).contains(found.size() + " rules found");
    } finally {
      Files.delete(file);
    }
  }

  @Test
  @Tag("promtool")
  void promtoolFindsNoFaultWithWhatIsServed() throws Exception {
    PrometheusText controller = ControllerMetricsText.of(ControllerView.empty("w"));
    promtool(controller.addAll(HistoryMetric.values(), new HistoryFigures(1, 2, 3, 4)).toString(), "check", "metrics");
    AgentView view = new AgentView(9, new AgentView.Identity("A", "A-gw", 255), Map.of(Path.of("A", "B"), 70L), List.of(), 3,
        new Spool.Usage(1_000, 400, 2_000, 600, 50, true), List.of(new AgentView.TunnelState(Path.of("A", "B"), 2, 1_500, 70)), Map.of(),
        List.of(), 4, Optional.empty(), new AgentView.Refused(0, 0, 0),
        FetchWaits.NONE.plusFirstByte(0.02).plusLastByte(0.2), new CompressionUse(0, 0, 0),
        new CacheUse(0, ImmutableMap.of(), CacheUse.Traffic.NONE, CacheUse.Disk.NONE, 0));
    assertThat(AgentMetricsText.of(view)).contains("terra_tunnel_round_trip_seconds{path=\"A:B\"} 0.0015");
    promtool(AgentMetricsText.of(view), "check", "metrics");
  }
}
