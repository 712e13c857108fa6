package dev.terra.concurrency;

import dev.terra.agent.tunnel.ReadPause;
import java.util.concurrent.atomic.AtomicInteger;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Validate;
import org.junit.jupiter.api.Test;

/** A tunnel's loop hands frames to the agent's thread, which hands them back when it has looked at them. */
class ReadPauseTest {
  @Test
  void readsGoOnWhenNothingWaits() {
    Interleavings.check(Operations.class);
  }

  /** What threads may do. */
  public static class Operations {
    /** One hand-over is enough to stop reads. */
    private static final int BYTES = ReadPause.MAX_BYTES + 1;

    private final ReadPause pause = new ReadPause();
    private final AtomicInteger waiting = new AtomicInteger();
    private volatile boolean reading = true;

    /** As a channel's loop does with what has arrived. */
    @Operation(nonParallelGroup = "loop")
    public void handOver() {
      pause.handedOver(BYTES, on -> reading = on);
      waiting.incrementAndGet();
    }

    /** Adds the task first, as an executor may run it before it returns. */
    @Operation(nonParallelGroup = "loop")
    public void handOverToOneThatIsQuick() {
      waiting.incrementAndGet();
      pause.handedOver(BYTES, on -> reading = on);
    }

    /** As the agent's thread does with what waits for it. */
    @Operation(nonParallelGroup = "agent")
    public void handBack() {
      if (waiting.get() > 0) {
        waiting.decrementAndGet();
        pause.handedBack(BYTES, on -> reading = on);
      }
    }

    /** Holds when no thread does anything. */
    @Validate
    public void readsGoOnWhenNothingWaits() {
      if (waiting.get() == 0 && !reading) {
        throw new IllegalStateException("nothing waits, and nothing is read");
      }
    }
  }
}
