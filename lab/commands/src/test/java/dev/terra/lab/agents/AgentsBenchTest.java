package dev.terra.lab.agents;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.ImmutableMap;
import java.util.List;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

class AgentsBenchTest {
  @Test
  void mediansAreComparedWithTheFirstNumber() {
    List<AgentsBench.Row> rows = AgentsBench.rows(ImmutableMap.of(1, List.of(90.0, 100.0, 500.0), 2, List.of(170.0, 190.0, 10.0)));
    assertThat(rows).extracting(AgentsBench.Row::ratio).containsExactly(1.0, 1.7);
    assertThat(rows.get(1).medianBytesPerSecond()).isEqualTo(170);
  }

  @Test
  void agentsGetHalfACoreOrWhatTheMachineHas() {
    assertThat(BenchAgentsCommand.affordable(16, 4)).isEqualTo(0.5);
    assertThat(BenchAgentsCommand.affordable(2, 4)).isEqualTo(0.15);
    assertThat(BenchAgentsCommand.affordable(1, 4)).isEqualTo(0.1);
  }

  @Test
  void whatCannotBeMeasuredIsRefused() {
    for (String wrong : List.of("--agents=1,5", "--agents=0", "--cores=0.05", "--cores=NaN", "--rounds=0")) {
      assertThat(new CommandLine(new BenchAgentsCommand()).execute(wrong)).as(wrong).isEqualTo(2);
    }
  }
}
