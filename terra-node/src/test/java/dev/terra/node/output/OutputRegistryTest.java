package dev.terra.node.output;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terra.api.v1.ProducerOutput;
import dev.terra.core.shuffle.ReaderOrder;
import dev.terra.core.shuffle.ShuffleDescriptor;
import dev.terra.core.shuffle.ShuffleId;
import dev.terra.node.output.OutputRegistry.Output;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

class OutputRegistryTest {
  private final OutputRegistry registry = new OutputRegistry();

  private static ActiveJob job(int number) {
    return new ActiveJob("job_1_000" + number, "u");
  }

  /** Returns an output of one phase of job 1. */
  private static NodeOutput output(int phase, int number) {
    return new NodeOutput("output-" + phase + "-" + number, "job_1_0001", OptionalInt.of(phase), ProducerOutput.getDefaultInstance());
  }

  /** Returns the shuffle that has only the output of this phase and number. */
  private static NodeShuffle shuffle(int phase, int number) {
    return shuffle("job_1_0001_phase_" + phase + "_" + number);
  }

  private static ShuffleId id(String name) {
    return new ShuffleId(name);
  }

  private static NodeShuffle shuffle(String id) {
    return new NodeShuffle(new ShuffleId(id), Optional.empty(), ReaderOrder.IN_TURN, false, false);
  }

  @Test
  void aLaterPhaseEndsTheEarlierOnes() {
    for (int number : new int[] {0, 1}) {
      registry.add(job(1), output(1, number), shuffle(1, number), index(3));
      assertThat(registry.endEarlierPhases(output(1, number))).isEmpty();
    }
    registry.add(job(1), output(2, 0), shuffle(2, 0), index(3));
    assertThat(registry.endEarlierPhases(output(2, 0))).containsExactly(id("job_1_0001_phase_1_0"), id("job_1_0001_phase_1_1"));
    assertThat(registry.contains(output(1, 0))).isFalse();
    assertThat(registry.isOver(output(1, 5))).isTrue();
    assertThat(registry.add(job(1), output(1, 0), shuffle(1, 0), index(3))).isFalse();
    assertThat(registry.end("job_1_0001")).containsExactly(id("job_1_0001_phase_2_0"));
    assertThat(registry.isOver(output(1, 0))).isFalse();
    assertThat(registry.after(0)).isEmpty();
  }

  /** Returns an output of a job without phases. */
  private static NodeOutput map(int job, int number) {
    return new NodeOutput("map-" + number, "job_1_000" + job, OptionalInt.empty(), ProducerOutput.getDefaultInstance());
  }

  private boolean add(int job, int number, int partitions) {
    return registry.add(job(job), map(job, number), shuffle(job(job).id()), index(partitions));
  }

  private static MapOutputIndex index(int partitions) {
    return new MapOutputIndex(new long[partitions], new long[partitions], new long[partitions]);
  }

  private List<NodeOutput> inOrder() {
    List<NodeOutput> maps = new ArrayList<>();
    long sequence = 0;
    for (Optional<Output> next = registry.after(sequence); next.isPresent(); next = registry.after(sequence)) {
      maps.add(next.get().output());
      sequence = next.get().sequence();
    }
    return maps;
  }

  @Test
  void keepsOutputsInTheOrderOfDiscovery() {
    assertThat(add(1, 5, 2)).isTrue();
    assertThat(add(2, 0, 2)).isTrue();
    assertThat(add(1, 0, 2)).isTrue();
    assertThat(add(1, 0, 2)).isFalse();
    assertThat(inOrder()).containsExactly(map(1, 5), map(2, 0), map(1, 0));
    assertThat(registry.find(map(2, 0)).map(Output::job)).contains(job(2));
  }

  @Test
  void forgetsAJobAndRemembersThatItEnded() {
    add(1, 0, 2);
    add(2, 0, 2);
    registry.setTotalMaps("job_1_0001", 9);
    registry.end("job_1_0001");
    assertThat(inOrder()).containsExactly(map(2, 0));
    assertThat(registry.totalMaps("job_1_0001")).isEmpty();
    assertThat(registry.contains(map(1, 0))).isFalse();
    assertThat(registry.ended()).containsExactly(id("job_1_0001"));
  }

  @Test
  void remembersOnlyTheLastEnds() {
    for (int number = 0; number < OutputRegistry.MAX_ENDED + 10; number++) {
      registry.end("job_1_" + number);
    }
    assertThat(registry.ended()).hasSize(OutputRegistry.MAX_ENDED).endsWith(id("job_1_" + (OutputRegistry.MAX_ENDED + 9)));
  }

  private static int partitions(long all) {
    return (int) all - OutputRegistry.OUTPUT_PARTITIONS;
  }

  @Test
  void takesNoMoreThanItsBoundAndTakesAgainAfterAnEnd() {
    int half = partitions(OutputRegistry.MAX_PARTITIONS / 2);
    assertThat(add(1, 0, half)).isTrue();
    assertThat(add(2, 0, half)).isTrue();
    assertThat(add(3, 0, 0)).isFalse();
    registry.end("job_1_0001");
    assertThat(add(3, 0, half)).isTrue();
    assertThat(add(3, 1, 0)).isFalse();
  }

  @Test
  void oneJobLeavesRoomForOthers() {
    int part = partitions(OutputRegistry.MAX_PARTITIONS / 32);
    for (int number = 0; number < 31; number++) {
      assertThat(add(1, number, part)).isTrue();
    }
    assertThat(add(1, 31, 0)).isFalse();
    assertThat(add(2, 0, part)).isTrue();
    registry.remove(map(1, 0));
    assertThat(add(1, 31, part)).isTrue();
  }

  @Test
  void anOutputWithoutPartitionsTakesRoomToo() {
    long most = OutputRegistry.MAX_PARTITIONS_OF_JOB / OutputRegistry.OUTPUT_PARTITIONS;
    for (int number = 0; number < most; number++) {
      assertThat(add(1, number, 0)).isTrue();
    }
    assertThat(add(1, (int) most, 0)).isFalse();
  }

  /** A job of micro-batches, for example, ends a shuffle every second. */
  @Test
  void theEndsOfOneJobDoNotPushOthersOut() {
    registry.end("job_1_0002");
    for (int number = 0; number < OutputRegistry.MAX_ENDED; number++) {
      registry.endIfGone("job_1_0001", id("job_1_0001/" + number));
    }
    assertThat(registry.ended()).hasSize(1 + OutputRegistry.MAX_ENDED_OF_JOB).startsWith(id("job_1_0002"))
        .endsWith(id("job_1_0001/" + (OutputRegistry.MAX_ENDED - 1)));
  }

  @Test
  void aQueueThatNoneCanHaveStaysUnknown() {
    registry.setQueue("job_1_0001", "q".repeat(ShuffleDescriptor.MAX_LENGTH));
    assertThat(registry.queue("job_1_0001")).hasSize(ShuffleDescriptor.MAX_LENGTH);
    registry.setQueue("job_1_0002", "q".repeat(ShuffleDescriptor.MAX_LENGTH + 1));
    assertThat(registry.queue("job_1_0002")).isEmpty();
  }
}
