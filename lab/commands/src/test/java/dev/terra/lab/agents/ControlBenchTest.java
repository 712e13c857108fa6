package dev.terra.lab.agents;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terra.lab.viewers.ViewersRun;
import java.util.List;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/** Tests with a few agents' control clients and two controllers. */
class ControlBenchTest {
  @Test
  void agentsFollowTheNextLeaderAndGoAroundALink() throws Exception {
    ControlBench.Load load = new ControlBench.Load(ViewersRun.generated(6, 12), 2, 4, 4, 1);
    try (ControlBench bench = new ControlBench(load, line -> { })) {
      assertThat(bench.agents()).isEqualTo(12);
      List<ControlBench.Phase> phases = bench.run();
      assertThat(phases).extracting(phase -> phase.name().split(" ")[0]).containsExactly("join", "leader", "link", "link");
      assertThat(phases).allSatisfy(phase -> {
        assertThat(phase.bytes().toAgents()).isPositive();
        assertThat(phase.bytes().fromAgents()).isPositive();
        assertThat(phase.bytes().mostToOne()).isPositive().isLessThanOrEqualTo(phase.bytes().toAgents());
        assertThat(phase.bundlesWithRates()).isPositive();
      });
    }
  }

  @Test
  void whatCannotBeMeasuredIsRefused() {
    for (String wrong : List.of("--sites=4", "--agents-per-site=17", "--shuffles=0", "--paths=0")) {
      assertThat(new CommandLine(new BenchControlCommand()).execute(wrong)).as(wrong).isEqualTo(2);
    }
  }
}
