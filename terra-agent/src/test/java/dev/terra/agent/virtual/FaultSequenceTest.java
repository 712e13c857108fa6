package dev.terra.agent.virtual;

import dev.terra.agent.wire.SegmentCopy;
import dev.terra.core.wan.Path;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * Tests random sequences of faults. Every reader gets every byte once, and right, whatever happens. A failure names the seed of its
 * sequence; {@code -Dterra.seed=N} runs that sequence alone. {@code -Dterra.sequences=N -Dterra.base=S} runs N sequences, from the seed S
 * on.
 */
class FaultSequenceTest {
  private static final int SEQUENCES = Integer.getInteger("terra.sequences", 80);
  private static final int REDUCERS = 4;
  private static final int MAPS = 5;
  private static final long FAULTS_MILLIS = 8_000;
  private static final long DEADLINE_SECONDS = 120;

  @Test
  void nothingIsLostAndNothingComesTwice() throws IOException {
    Long only = Long.getLong("terra.seed");
    long base = Long.getLong("terra.base", System.nanoTime());
    for (int i = 0; i < (only == null ? SEQUENCES : 1); i++) {
      long seed = only == null ? base + i : only;
      try {
        sequence(seed);
      } catch (AssertionError | RuntimeException e) {
        throw new AssertionError("sequence with -Dterra.seed=" + seed + ": " + e.getMessage(), e);
      }
    }
  }

  private static void sequence(long seed) throws IOException {
    Random random = new Random(seed);
    try (VirtualWan wan = new VirtualWan(random)) {
      for (int reduce = 0; reduce < REDUCERS; reduce++) {
        List<SegmentCopy> keys = new ArrayList<>();
        for (int map = 0; map < MAPS; map++) {
          keys.add(wan.segment(map, reduce, size(random)));
        }
        wan.reader(keys, random.nextInt(reduce < REDUCERS / 2 ? 500 : 6_000));
      }
      int faults = 1 + random.nextInt(10);
      for (int i = 0; i < faults; i++) {
        wan.time().after(random.nextInt((int) FAULTS_MILLIS), () -> fault(wan, random));
      }
      if (!wan.run(DEADLINE_SECONDS)) {
        throw new AssertionError("not done within " + DEADLINE_SECONDS + " s: " + wan.readers() + ", sender: " + wan.progress());
      }
    }
  }

  private static int size(Random random) {
    return switch (random.nextInt(6)) {
      case 0 -> 0;
      case 1 -> 1 + random.nextInt(1_000);
      default -> random.nextInt(300_000);
    };
  }

  private static void fault(VirtualWan wan, Random random) {
    Path path = VirtualWan.PATHS.get(random.nextInt(VirtualWan.PATHS.size()));
    switch (random.nextInt(12)) {
      case 0, 1, 2 -> wan.cut(path);
      case 3 -> VirtualWan.PATHS.forEach(wan::cut);
      case 4 -> wan.mishap(path, VirtualTunnel.Mishap.TWICE);
      case 5 -> wan.mishap(path, VirtualTunnel.Mishap.BIT_FLIPPED);
      case 6 -> wan.mishap(path, VirtualTunnel.Mishap.BYTES_CHANGED_BEFORE_CHECKSUM);
      case 7 -> wan.preempt(path, 500 + random.nextInt(3_000));
      case 8 -> {
        wan.leap(random.nextBoolean(), random.nextInt(60_000));
        wan.setWallClock(random.nextInt(172_800_000) - 86_400_000L);
      }
      case 9 -> {
        if (random.nextBoolean()) {
          wan.restartSender();
        } else {
          wan.restartReceiver();
        }
      }
      case 10 -> wan.silence(random.nextBoolean() ? VirtualWan.PATHS.get(3) : path, 300 + random.nextInt(1_700));
      default -> {
        VirtualReader reader = wan.readers().get(random.nextInt(wan.readers().size()));
        reader.reading(false);
        wan.time().after(1_000 + random.nextInt(3_000), () -> reader.reading(true));
      }
    }
  }
}
