package dev.terra.agent.virtual;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terra.agent.wire.SegmentCopy;
import java.io.IOException;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Tests clocks that jump in the middle of a transfer, through the clock seam. Every byte arrives once, and is right. */
class ClockJumpTest {
  private static final int SEGMENT_BYTES = 2_000_000;
  private static final long JUMP_AT_MILLIS = 800;
  private static final long DEADLINE_SECONDS = 120;
  private static final long HOUR_MILLIS = 3_600_000;

  private interface Jump {
    void in(VirtualWan wan);
  }

  private static void survives(Jump jump) throws IOException {
    long seed = Long.getLong("terra.seed", System.nanoTime());
    try (VirtualWan wan = new VirtualWan(new Random(seed))) {
      for (int reduce = 0; reduce < 3; reduce++) {
        List<SegmentCopy> keys = List.of(wan.segment(0, reduce, SEGMENT_BYTES), wan.segment(1, reduce, SEGMENT_BYTES));
        wan.reader(keys, 100);
      }
      boolean[] under = {false};
      wan.time().after(JUMP_AT_MILLIS, () -> {
        under[0] = wan.readers().stream().noneMatch(VirtualReader::done);
        jump.in(wan);
      });
      assertThat(wan.run(DEADLINE_SECONDS)).as("seed %s: %s, sender: %s", seed, wan.readers(), wan.progress()).isTrue();
      assertThat(under[0]).as("seed %s: it jumped in the middle", seed).isTrue();
    }
  }

  @Test
  void theWallClockOfAMachineIsSetForwards() throws IOException {
    survives(wan -> wan.setWallClock(24 * HOUR_MILLIS));
  }

  @Test
  void theWallClockOfAMachineIsSetBackwards() throws IOException {
    survives(wan -> wan.setWallClock(-24 * HOUR_MILLIS));
  }

  @Test
  void theSendersMachineSlept() throws IOException {
    survives(wan -> wan.leap(true, HOUR_MILLIS));
  }

  @Test
  void theReceiversMachineSlept() throws IOException {
    survives(wan -> wan.leap(false, HOUR_MILLIS));
  }

  @Test
  void bothMachinesSleptForDifferentTimes() throws IOException {
    survives(wan -> {
      wan.leap(true, HOUR_MILLIS);
      wan.leap(false, 40_000);
    });
  }
}
