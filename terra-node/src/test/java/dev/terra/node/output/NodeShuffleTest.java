package dev.terra.node.output;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terra.core.shuffle.ReaderOrder;
import dev.terra.core.shuffle.ShuffleId;
import dev.terra.core.slice.Slices;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class NodeShuffleTest {
  private static final Slices SLICES = new Slices(3);

  private static List<Integer> slices(Optional<String> group, boolean onDemand) {
    NodeShuffle shuffle = new NodeShuffle(new ShuffleId("job_1_0001"), group, ReaderOrder.IN_TURN, false, onDemand);
    return IntStream.range(0, 6).mapToObj(partition -> shuffle.slice(SLICES, partition)).distinct().toList();
  }

  @Test
  void theOnlyShuffleOfAJobIsDividedByPartitions() {
    assertThat(slices(Optional.empty(), false)).containsExactlyInAnyOrder(0, 1, 2);
  }

  @Test
  void anEdgeOfADagStaysWholeAndSoDoesWhatIsSentOnDemand() {
    assertThat(slices(Optional.of("job_1_0001_dag_1"), false)).hasSize(1);
    assertThat(slices(Optional.of("app"), true)).hasSize(1);
    assertThat(slices(Optional.empty(), true)).hasSize(1);
  }
}
