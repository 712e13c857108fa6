package dev.terra.lab.agents;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.ImmutableMap;
import dev.terra.core.balance.BalanceKind;
import java.util.List;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

class AgentsBenchTest {
  @Test
  void mediansAreComparedWithTheFirstNumber() {
    List<AgentsBench.Row> rows = AgentsBench.rows(ImmutableMap.of(
        new AgentsBench.Team(1, BalanceKind.HASH), List.of(90.0, 100.0, 500.0),
        new AgentsBench.Team(2, BalanceKind.PREQUAL), List.of(170.0, 190.0, 10.0)));
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
    for (String wrong : List.of("--agents=1,5", "--agents=0", "--cores=0.05", "--cores=NaN", "--rounds=0", "--cores=0.1,0.01",
        "--cores=1,1,1,1,1", "--balance=hash", "--balance=fair", "--zipf=0", "--zipf=NaN")) {
      assertThat(new CommandLine(new BenchAgentsCommand()).execute(wrong)).as(wrong).isEqualTo(2);
    }
  }

  @Test
  void whatUnequalAgentsCarryTogetherIsComparedWithTheSum() {
    UnequalAgents.Result result = UnequalAgents.result(List.of(0.1, 0.3), List.of(List.of(10.0, 10.0, 99.0), List.of(30.0, 28.0, 31.0)),
        ImmutableMap.of(BalanceKind.HASH, List.of(20.0), BalanceKind.PREQUAL, List.of(38.0)));
    assertThat(result.sumBytesPerSecond()).isEqualTo(40);
    assertThat(result.together()).extracting(UnequalAgents.Together::ratio).containsExactly(0.5, 0.95);
  }

  @Test
  void theLastAgentIsComparedWithTheMean() {
    assertThat(SkewedPartitions.lastOverMean(List.of(new LimitedAgents.Delivered(9, 1), new LimitedAgents.Delivered(8, 2),
        new LimitedAgents.Delivered(7, 3)))).isEqualTo(1.5);
  }

  @Test
  void anAgentIsDoneWhenItsBytesRoseLast() {
    LimitedAgents.DeliveryEnds ends = new LimitedAgents.DeliveryEnds(3);
    long[][] looks = {{5, 7, 3}, {5, 7, 3}, {9, 7, 3}, {9, 8, 3}, {9, 9, 3}, {9, 9, 3}};
    for (int i = 0; i < looks.length; i++) {
      for (int agent = 0; agent < 3; agent++) {
        ends.note(agent, looks[i][agent], i * 1_000_000_000L);
      }
    }
    assertThat(ends.delivered()).as("since the first byte of any").containsExactly(new LimitedAgents.Delivered(4, 0),
        new LimitedAgents.Delivered(2, 2), new LimitedAgents.Delivered(0, 0));
  }

  @Test
  void oneThatDoesNotAnswerForAWhileIsDoneWhenItsBytesRoseLast() {
    LimitedAgents.DeliveryEnds ends = new LimitedAgents.DeliveryEnds(2);
    ends.note(0, 5, 0);
    ends.note(1, 7, 0);
    ends.note(1, 8, 1_000_000_000L);
    ends.note(0, 6, 2_000_000_000L);
    ends.note(1, 8, 3_000_000_000L);
    assertThat(ends.delivered()).containsExactly(new LimitedAgents.Delivered(1, 1), new LimitedAgents.Delivered(1, 0));
  }

  @Test
  void partitionsByZipfHaveAllBytesAndTheFirstIsTheLargest() {
    List<Long> sizes = PairWan.zipf(1_000_000_000, 1.2);
    assertThat(sizes.stream().mapToLong(Long::longValue).sum()).isBetween(999_999_000L, 1_000_000_000L);
    long first = sizes.stream().mapToLong(Long::longValue).max().orElseThrow();
    assertThat(8.0 * first / 1_000_000_000).isBetween(0.25, 0.35);
    assertThat(sizes.get(0)).isEqualTo(first).isEqualTo(sizes.get(64));
  }
}
