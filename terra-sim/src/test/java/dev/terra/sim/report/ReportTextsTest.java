package dev.terra.sim.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.terra.sim.SimulationResult.CoflowTime;
import dev.terra.sim.SimulationResult.JobTime;
import dev.terra.sim.SimulationResult.RunCost;
import dev.terra.sim.SimulationResult.Utilisation;
import dev.terra.sim.SimulationResult.WanUse;
import dev.terra.sim.SimulationResult;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;

/** Tests that tables, JSON and the page contain the numbers of a run. */
class ReportTextsTest {
  private static final Pattern CHARTS = Pattern.compile("<script type='application/json' id='charts'>(.*?)</script>", Pattern.DOTALL);

  private static CoflowTime coflow(String id, double start, double seconds, OptionalDouble deadline) {
    return new CoflowTime(id, start, seconds, seconds / 2, 1e6, deadline, deadline.isEmpty() || seconds <= deadline.getAsDouble());
  }

  private static SimulationResult run(String policy, double factor) {
    return new SimulationResult(policy, List.of(new JobTime("a", 0, 4 * factor), new JobTime("b", 1, 2 * factor)),
        List.of(coflow("b/r", 1, 2 * factor, OptionalDouble.of(3)), coflow("a/r", 0, 4 * factor, OptionalDouble.empty())),
        new WanUse(List.of(new Utilisation(0, 0.5), new Utilisation(5, 0)), 0.25),
        new RunCost(7, List.of(1_000_000L, 3_000_000L, 2_000_000L, 9_000_000L), 2_500_000_000L));
  }

  @Test
  void theTableHasALineForEachRunAndComparesWithTheFirst() {
    List<String> lines = ResultsTable.of(List.of(run("default", 2), run("terra-plus", 1))).lines().toList();

    assertThat(lines).hasSize(3);
    assertThat(lines.get(0).split("\\s{2,}")).startsWith("policy", "avg job s");
    assertThat(lines.get(1).split("\\s+")).containsExactly("default", "6.00", "4.00", "8.00", "6.00", "2.00", "25.0%", "1.00x");
    assertThat(lines.get(2).split("\\s+")).containsExactly("terra-plus", "3.00", "2.00", "4.00", "3.00", "2.00", "25.0%", "2.00x");
  }

  @Test
  void jobsThatTakeNoTimeAreNotInfinitelyFast() {
    SimulationResult none = new SimulationResult("none", List.of(new JobTime("a", 0, 0)), List.of(),
        WanUse.NONE, new RunCost(0, List.of(), 0));

    assertThat(ResultsTable.of(List.of(none)).lines().skip(1)).singleElement().asString().endsWith(" -");
  }

  @Test
  void theJsonHasTimesAndWhatTheyCost() {
    ObjectNode node = ResultsJson.run(run("terra-plus", 1), true);

    assertThat(node.path("policy").asText()).isEqualTo("terra-plus");
    assertThat(node.path("jobs").asInt()).isEqualTo(2);
    assertThat(node.path("jctSeconds").toString()).isEqualTo("{\"avg\":3.0,\"p50\":2.0,\"p95\":4.0,\"p99\":4.0,\"max\":4.0}");
    assertThat(node.path("slowdown").toString()).isEqualTo("{\"p50\":2.0,\"p95\":2.0,\"p99\":2.0,\"max\":2.0}");
    assertThat(node.path("rounds").asInt()).isEqualTo(4);
    assertThat(node.path("lps").asInt()).isEqualTo(7);
    assertThat(node.path("roundMillis").toString()).isEqualTo("{\"p50\":2.0,\"p95\":9.0}");
    assertThat(node.path("wallSeconds").asDouble()).isEqualTo(2.5);
    assertThat(node.path("deadlines").toString()).isEqualTo("{\"asked\":1,\"rejected\":0,\"met\":1}");
  }

  @Test
  void whatDependsOnThisMachineCanBeLeftOut() {
    ObjectNode node = ResultsJson.of("swan", "t", 3, 0.9, List.of(run("a", 1), run("b", 2)), false);

    assertThat(node.toString()).doesNotContain("Millis", "wall");
    assertThat(node.path("unparsedJobs").asInt()).isEqualTo(3);
    assertThat(node.path("offeredLoad").asDouble()).isEqualTo(0.9);
    assertThat(node.path("runs")).extracting(run -> run.path("policy").asText()).containsExactly("a", "b");
    assertThat(ResultsJson.of("swan", "t", 3, 0.9, List.of(run("a", 1), run("b", 2)), false)).isEqualTo(node);
  }

  @Test
  void runsWithoutDeadlinesSayNothingOfThem() {
    SimulationResult run = new SimulationResult("p", List.of(new JobTime("a", 0, 4)), List.of(coflow("a/r", 0, 4, OptionalDouble.empty())),
        WanUse.NONE, new RunCost(1, List.of(), 0));

    assertThat(ResultsJson.run(run, false).has("deadlines")).isFalse();
  }

  @Test
  void everyShuffleStandsInTheOrderOfItsStart() {
    assertThat(ShuffleTimes.json(run("p", 1)).toString()).isEqualTo(
        "[{\"id\":\"a/r\",\"startSeconds\":0.0,\"finishSeconds\":4.0,\"seconds\":4.0,\"gammaSeconds\":2.0,\"bytes\":1000000.0},"
        + "{\"id\":\"b/r\",\"startSeconds\":1.0,\"finishSeconds\":3.0,\"seconds\":2.0,\"gammaSeconds\":1.0,\"bytes\":1000000.0}]");

    List<String> lines = ShuffleTimes.table(List.of(run("p", 1), run("q", 2))).lines().toList();
    assertThat(lines.get(0).split("\\s{2,}")).containsExactly("shuffle", "start s", "MB", "Gamma s", "p", "q");
    assertThat(lines.get(1).split("\\s+")).containsExactly("a/r", "0.00", "1.00", "2.00", "4.00", "8.00");
    assertThat(lines.get(2).split("\\s+")).containsExactly("b/r", "1.00", "1.00", "1.00", "2.00", "4.00");
  }

  private static JsonNode charts(String page) throws IOException {
    Matcher found = CHARTS.matcher(page);
    assertThat(found.find()).isTrue();
    return new ObjectMapper().readTree(found.group(1));
  }

  private static SimulationResult random(long seed) {
    Random random = new Random(seed);
    List<Utilisation> steps = new ArrayList<>();
    double at = random.nextInt(100);
    for (int step = 0; step < 2 + random.nextInt(50); step++) {
      steps.add(new Utilisation(at, random.nextDouble()));
      at += 10 * random.nextDouble();
    }
    List<JobTime> jobs = new ArrayList<>();
    for (int job = 0; job < 1 + random.nextInt(500); job++) {
      jobs.add(new JobTime("j" + job, job, 100 * random.nextDouble()));
    }
    return new SimulationResult("p", jobs, List.of(coflow("x", 0, 1, OptionalDouble.empty())), new WanUse(steps, 0.5),
        new RunCost(1, List.of(1L), 1));
  }

  /** The curve of use shows what was used: the areas below the curve and below the steps are the same. */
  @Property(tries = 50)
  void theCurveOfUseHasTheAreaOfItsSteps(@ForAll @LongRange(max = 99_999) long seed) throws IOException {
    SimulationResult run = random(seed);
    JsonNode points = charts(HtmlReport.of("t", List.of(run))).get(2).path("series").get(0).path("points");
    List<Utilisation> steps = run.use().steps();
    double area = 0;
    for (int i = 0; i + 1 < steps.size(); i++) {
      area += steps.get(i).share() * (steps.get(i + 1).atSeconds() - steps.get(i).atSeconds());
    }
    double length = steps.get(steps.size() - 1).atSeconds() - steps.get(0).atSeconds();
    double shown = 0;
    for (JsonNode point : points) {
      assertThat(point.get(1).asDouble()).isBetween(0.0, 1 + 1e-9);
      shown += point.get(1).asDouble() * length / points.size();
    }
    assertThat(shown).isCloseTo(area, within(1e-6 * length));
  }

  @Property(tries = 50)
  void theCurveOfTimesRisesFromTheShortestJobToTheLongest(@ForAll @LongRange(max = 99_999) long seed) throws IOException {
    SimulationResult run = random(seed);
    JsonNode points = charts(HtmlReport.of("t", List.of(run))).get(0).path("series").get(0).path("points");
    Distribution jobs = new Distribution(run.jobs().stream().mapToDouble(JobTime::seconds));

    assertThat(points.get(0).get(0).asDouble()).isEqualTo(Math.max(0.01, jobs.get(0)));
    assertThat(points.get(points.size() - 1).get(0).asDouble()).isEqualTo(Math.max(0.01, jobs.max()));
    assertThat(points.get(points.size() - 1).get(1).asDouble()).isEqualTo(1);
    for (int i = 1; i < points.size(); i++) {
      assertThat(points.get(i).get(0).asDouble()).isGreaterThanOrEqualTo(points.get(i - 1).get(0).asDouble());
      assertThat(points.get(i).get(1).asDouble()).isGreaterThanOrEqualTo(points.get(i - 1).get(1).asDouble());
    }
  }

  @Test
  void namesCannotBreakOutOfThePage() {
    SimulationResult evil = new SimulationResult("<img src=x>", List.of(new JobTime("a", 0, 1)),
        List.of(coflow("</script><script>", 0, 1, OptionalDouble.empty())),
        new WanUse(List.of(new Utilisation(0, 1), new Utilisation(1, 0)), 1), new RunCost(1, List.of(), 1));

    String page = HtmlReport.of("<i>'title'&", List.of(evil));

    assertThat(page).doesNotContain("<img", "<i>").contains("&lt;i&gt;&#39;title&#39;&amp;");
    assertThat(page.split("<script>", -1)).as("one script besides the figures").hasSize(2);
  }
}
