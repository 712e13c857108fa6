package dev.terra.concurrency;

import dev.terra.agent.tunnel.ReadPause;
import java.util.concurrent.atomic.AtomicInteger;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Validate;
import org.junit.jupiter.api.Test;

/** Tests with a tunnel's loop that hands frames to the agent's thread, which hands them back after it has processed them. */
class ReadPauseTest {
  @Test
  void readsGoOnWhenNothingWaits() {
    Interleavings.check(Operations.class);
  }

  /** The operations of the threads. */
  public static class Operations {
    /** The bytes of one hand-over, which are enough to stop reads. */
    private static final int BYTES = ReadPause.MAX_BYTES + 1;

    private final ReadPause pause = new ReadPause();
    private final AtomicInteger waiting = new AtomicInteger();
    private volatile boolean reading = true;

    /** Hands bytes over, as a channel's loop does with what has arrived. */
    @Operation(nonParallelGroup = "loop")
    public void handOver() {
      pause.handedOver(BYTES, on -> reading = on);
      waiting.incrementAndGet();
    }

    /** Adds the task first, since an executor may run the task before the call returns. */
    @Operation(nonParallelGroup = "loop")
    public void handOverToOneThatIsQuick() {
      waiting.incrementAndGet();
      pause.handedOver(BYTES, on -> reading = on);
    }

    /** Hands bytes back, as the agent's thread does with what waits for it. */
    @Operation(nonParallelGroup = "agent")
    public void handBack() {
      if (waiting.get() > 0) {
        waiting.decrementAndGet();
        pause.handedBack(BYTES, on -> reading = on);
      }
    }

    /** Checks the invariant that holds when no thread runs an operation. */
    @Validate
    public void readsGoOnWhenNothingWaits() {
      if (waiting.get() == 0 && !reading) {
        throw new IllegalStateException("nothing waits, and nothing is read");
      }
    }
  }
}
