package dev.terra.lab.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import dev.terra.lab.replay.MeasuredRun.JobTime;
import dev.terra.lab.replay.MeasuredRun.Sample;
import dev.terra.lab.replay.MeasuredRun.ShuffleTime;
import dev.terra.sim.SimulationResult;
import dev.terra.sim.SimulationResult.CoflowTime;
import dev.terra.sim.SimulationResult.RunCost;
import dev.terra.sim.SimulationResult.Utilisation;
import dev.terra.sim.SimulationResult.WanUse;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReplayReportTest {
  private static final Pace PACE = new Pace(10, 0.01);

  private static ReplayRun run(Way way, double firstSeconds, double secondSeconds) {
    MeasuredRun measured = new MeasuredRun(List.of(new JobTime("1", 0, firstSeconds), new JobTime("2", 5, secondSeconds)),
        List.of(new ShuffleTime("1/reduce", 1, firstSeconds - 1, 100), new ShuffleTime("2/reduce", 6, secondSeconds - 1, 100)),
        List.of(new Sample(0, Map.of("A:B", 1_000L)), new Sample(10, Map.of("A:B", 4_000L)), new Sample(20, Map.of("A:B", 6_000L))),
        List.of(), 20);
    SimulationResult simulated = new SimulationResult(way.policy().toString(),
        List.of(new SimulationResult.JobTime("1", 0, 10), new SimulationResult.JobTime("2", 5, 20)),
        List.of(new CoflowTime("1/reduce", 1, 9, 4.5, 100, OptionalDouble.empty(), true),
            new CoflowTime("2/reduce", 6, 19, 19, 100, OptionalDouble.empty(), true)),
        new WanUse(List.of(new Utilisation(0, 0.5), new Utilisation(25, 0)), 0.5), new RunCost(2, List.of(1L, 1L), 1));
    return new ReplayRun(way, measured, simulated, 1_000);
  }

  private static ReplayReport report() {
    return new ReplayReport("wan", "trace", 2, PACE, List.of(run(Way.STOCK, 10, 20), run(Way.TERRA_PLUS, 13, 20.5)),
        Map.of(Way.MPTCP, "no MPTCP here"));
  }

  @Test
  void jsonHasMeasuredBesideSimulated() {
    JsonNode run = report().json().path("runs").get(1);
    assertThat(run.path("policy").asText()).isEqualTo("terra-plus");
    assertThat(run.path("jobs").asInt()).isEqualTo(2);
    assertThat(run.path("measured").path("jctSeconds").path("avg").asDouble()).isEqualTo(16.75);
    assertThat(run.path("simulated").path("jctSeconds").path("avg").asDouble()).isEqualTo(15);
    assertThat(run.path("simulated").path("jctSeconds").path("p95").asDouble()).isEqualTo(20);
  }

  @Test
  void utilisationIsWhatWasCarriedOverWhatCouldBe() {
    assertThat(run(Way.STOCK, 10, 20).wanUtilisation()).isCloseTo(5_000 / 20_000.0, within(1e-12));
    assertThat(run(Way.STOCK, 10, 20).asResult().use().steps())
        .containsExactly(new Utilisation(0, 0.3), new Utilisation(10, 0.2), new Utilisation(20, 0));
    assertThat(run(Way.STOCK, 10, 20).linkRates(10).get("A:B")).satisfiesExactly(
        point -> assertThat(point).containsExactly(5, 3_000), point -> assertThat(point).containsExactly(15, 2_000));
  }

  @Test
  void slowdownsAreOverGamma() {
    assertThat(run(Way.STOCK, 10, 20).averageSlowdown()).isCloseTo((2 + 1) / 2.0, within(1e-12));
  }

  @Test
  void jobsThatDifferAreNamedWithTheShuffleThatDiffers() {
    assertThat(report().runs().get(0).differences()).isEmpty();
    assertThat(report().runs().get(1).differences()).singleElement().satisfies(difference -> {
      assertThat(difference.job()).isEqualTo("1");
      assertThat(difference.shuffle()).isEqualTo("1/reduce");
      assertThat(difference.shuffleSeconds()).isCloseTo(3, within(1e-12));
    });
    assertThat(report().text()).contains("job 1: 13.0 s, simulated 10.0 s: 1/reduce took +3.0 s");
  }

  @Test
  void whatIsSlowerThanStockIsCounted() {
    assertThat(report().json().path("runs").get(1).path("slowerThanStock").asInt()).isEqualTo(1);
    assertThat(report().json().path("runs").get(0).has("slowerThanStock")).isFalse();
  }

  @Test
  void aWayThatIsLeftOutIsNamedAndTheReportIsNotComplete() {
    assertThat(report().text()).contains("mptcp       left out: no MPTCP here");
    assertThat(report().isComplete()).isFalse();
    assertThat(report().json().path("leftOut").path("mptcp").asText()).isEqualTo("no MPTCP here");
  }

  @Test
  void thePageShowsBothAndTheLinks() {
    assertThat(report().html()).contains("measured", "simulated", "What links carried with terra-plus", "A:B");
  }

  @Test
  void runsOfTheSameInputsAreFoundAgain(@TempDir Path folder) throws Exception {
    MeasuredRun run = run(Way.TERRA, 10, 20).measured();
    new KeptRuns(folder, "these inputs").keep(Way.TERRA, run);
    assertThat(new KeptRuns(folder, "these inputs").find(Way.TERRA)).contains(run);
    assertThat(new KeptRuns(folder, "others").find(Way.TERRA)).isEmpty();
    assertThat(new KeptRuns(folder, "these inputs").find(Way.STOCK)).isEmpty();
  }
}
