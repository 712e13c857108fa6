package dev.terra.agent.spool;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

class PageAllocatorTest {
  @Property(tries = 100)
  void runsNeverOverlapAndFreedOnesAreUsedAgain(@ForAll long seed) {
    Random random = new Random(seed);
    PageAllocator allocator = new PageAllocator(200);
    Map<Integer, Integer> runs = new HashMap<>();
    BitSet model = new BitSet();
    for (int step = 0; step < 500; step++) {
      int count = 1 + random.nextInt(30);
      int start = allocator.allocate(count);
      if (start >= 0) {
        assertThat(model.get(start, start + count).isEmpty()).as("seed %s", seed).isTrue();
        assertThat(start + count).isLessThanOrEqualTo(200);
        model.set(start, start + count);
        runs.put(start, count);
      } else {
        assertThat(longestFree(model)).as("seed %s", seed).isLessThan(count);
      }
      if (!runs.isEmpty() && random.nextInt(3) > 0) {
        int victim = runs.keySet().iterator().next();
        int length = runs.remove(victim);
        allocator.free(victim, length);
        model.clear(victim, victim + length);
      }
      assertThat(allocator.usedPages()).isEqualTo(model.cardinality());
    }
  }

  private static int longestFree(BitSet used) {
    int longest = 0;
    for (int start = used.nextClearBit(0); start < 200; start = used.nextClearBit(start)) {
      int end = used.nextSetBit(start);
      end = end < 0 ? 200 : end;
      longest = Math.max(longest, end - start);
      start = end;
    }
    return longest;
  }

  @Test
  void withoutPagesNothingFits() {
    assertThat(new PageAllocator(0).allocate(1)).isNegative();
  }
}
