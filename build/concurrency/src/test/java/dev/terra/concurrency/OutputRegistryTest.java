package dev.terra.concurrency;

import dev.terra.api.v1.ProducerOutput;
import dev.terra.core.shuffle.ReaderOrder;
import dev.terra.core.shuffle.ShuffleId;
import dev.terra.node.output.ActiveJob;
import dev.terra.node.output.MapOutputIndex;
import dev.terra.node.output.NodeOutput;
import dev.terra.node.output.NodeShuffle;
import dev.terra.node.output.OutputRegistry;
import java.util.Optional;
import java.util.OptionalInt;
import org.jetbrains.lincheck.datastructures.IntGen;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;
import org.junit.jupiter.api.Test;

/** Tests of a registry in which the engine's threads find outputs and end jobs, while each agent's stream reads the outputs. */
class OutputRegistryTest {
  @Test
  void outputsAreFoundAndEndInOneOrder() {
    Interleavings.check(Operations.class);
  }

  /** The operations of the threads, with two outputs of each of two phases. */
  @Param(name = "output", gen = IntGen.class, conf = "0:3")
  public static class Operations {
    private static final ActiveJob JOB = new ActiveJob("job", "user");

    private final OutputRegistry registry = new OutputRegistry();

    private static NodeOutput output(int number) {
      return new NodeOutput("output" + number, JOB.id(), OptionalInt.of(1 + number / 2), ProducerOutput.getDefaultInstance());
    }

    private static NodeShuffle shuffle(int number) {
      return new NodeShuffle(new ShuffleId("shuffle" + number / 2), Optional.empty(), ReaderOrder.IN_TURN, false, false);
    }

    @Operation
    public boolean add(@Param(name = "output") int number) {
      return registry.add(JOB, output(number), shuffle(number), MapOutputIndex.ofBounds(0, 1, 2));
    }

    @Operation
    public String endEarlierPhases(@Param(name = "output") int number) {
      return registry.endEarlierPhases(output(number)).toString();
    }

    @Operation
    public String remove(@Param(name = "output") int number) {
      return registry.remove(output(number)).toString();
    }

    /** Reads the next output, as an agent's stream does. */
    @Operation
    public String after(@Param(name = "output") int sequence) {
      return registry.after(sequence).map(found -> found.sequence() + " " + found.output()).orElse("nothing");
    }

    @Operation
    public String end() {
      return registry.end(JOB.id()).toString();
    }

    @Operation
    public String ended() {
      return registry.ended().toString();
    }
  }
}
