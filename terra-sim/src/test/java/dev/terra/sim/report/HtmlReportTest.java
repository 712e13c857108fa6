package dev.terra.sim.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.terra.sim.SimulationResult.CoflowTime;
import dev.terra.sim.SimulationResult.JobTime;
import dev.terra.sim.SimulationResult.RunCost;
import dev.terra.sim.SimulationResult.Utilisation;
import dev.terra.sim.SimulationResult.WanUse;
import dev.terra.sim.SimulationResult;
import java.io.IOException;
import java.util.List;
import java.util.OptionalDouble;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class HtmlReportTest {
  private static final Pattern CHARTS = Pattern.compile("<script type='application/json' id='charts'>(.*?)</script>", Pattern.DOTALL);

  private static SimulationResult run(String policy, double seconds) {
    return new SimulationResult(policy, List.of(new JobTime("a", 0, seconds), new JobTime("b", 1, 2 * seconds)),
        List.of(new CoflowTime("</script><b>", 3, seconds, 1, 100, OptionalDouble.empty(), true),
            new CoflowTime("first", 0.5, seconds, 1, 100, OptionalDouble.empty(), true)),
        new WanUse(List.of(new Utilisation(0, 0.5), new Utilisation(5, 1), new Utilisation(10, 0)), 0.75),
        new RunCost(2, List.of(1L, 1L), 10));
  }

  private static JsonNode charts(String page) throws IOException {
    Matcher found = CHARTS.matcher(page);
    assertThat(found.find()).isTrue();
    return new ObjectMapper().readTree(found.group(1));
  }

  @Test
  void aPageNeedsNothingElse() {
    assertThat(HtmlReport.of("swan", List.of(run("terra", 2)))).startsWith("<!DOCTYPE html>").contains("uplot")
        .doesNotContain(" src=", "href=", "url(", "import(");
  }

  @Test
  void everyChartHasAPlaceAndFigures() throws IOException {
    String page = HtmlReport.of("swan", List.of(run("terra", 2), run("default", 8)));
    JsonNode charts = charts(page);

    assertThat(charts).extracting(chart -> chart.path("kind").asText()).containsExactly("lines", "bars", "lines", "spans", "spans");
    for (int i = 0; i < charts.size(); i++) {
      assertThat(page).containsOnlyOnce("<div id='chart-" + i + "'></div>");
    }
    assertThat(charts.get(0).path("series")).extracting(line -> line.path("name").asText()).containsExactly("terra", "default");
    assertThat(charts.get(1).path("bars").get(1).path("value").asDouble()).isEqualTo(0.25);
  }

  @Test
  void shufflesStandInTheOrderOfTheirStarts() throws IOException {
    JsonNode spans = charts(HtmlReport.of("swan", List.of(run("terra", 2)))).get(3).path("spans");

    assertThat(spans).extracting(span -> span.path("title").asText()).containsExactly("first", "</script><b>");
    assertThat(spans.get(1).path("to").asDouble()).isEqualTo(5);
  }

  @Test
  void aRunThatWasOnlyBoundedHasNoChartOfLinks() throws IOException {
    SimulationResult bound = new SimulationResult("bound", List.of(new JobTime("a", 0, 1)), List.of(),
        WanUse.NONE, new RunCost(0, List.of(), 0));

    assertThat(charts(HtmlReport.of("swan", List.of(bound)))).extracting(chart -> chart.path("kind").asText())
        .containsExactly("lines", "bars");
  }
}
