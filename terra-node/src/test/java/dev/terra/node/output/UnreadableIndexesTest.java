package dev.terra.node.output;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import org.junit.jupiter.api.Test;

class UnreadableIndexesTest {
  private final UnreadableIndexes<Integer> unreadable = new UnreadableIndexes<>();

  private void fail(String job, int output, int times) {
    for (int i = 0; i < times; i++) {
      assertThat(unreadable.failed(job, output)).isFalse();
    }
  }

  @Test
  void oneThatNeverGetsWholeIsLeftAlone() {
    fail("job", 1, UnreadableIndexes.MOST_TRIES - 1);
    assertThat(unreadable.mayBecomeWhole("job", 1)).isTrue();
    assertThat(unreadable.failed("job", 1)).isTrue();
    assertThat(unreadable.mayBecomeWhole("job", 1)).isFalse();
    assertThat(unreadable.failed("job", 1)).as("said once").isFalse();
    assertThat(unreadable.mayBecomeWhole("other", 1)).isTrue();
    unreadable.retainJobs(Set.of("other"));
    assertThat(unreadable.mayBecomeWhole("job", 1)).isTrue();
  }

  @Test
  void oneThatWasReadBeginsAnew() {
    fail("job", 1, UnreadableIndexes.MOST_TRIES - 1);
    unreadable.read("job", 1);
    fail("job", 1, UnreadableIndexes.MOST_TRIES - 1);
    unreadable.read("unknown", 1);
  }

  @Test
  void oneJobFillsOnlyItsPart() {
    for (int output = 0; output < UnreadableIndexes.MOST_OF_JOB; output++) {
      fail("job", output, 1);
    }
    fail("job", -1, 2 * UnreadableIndexes.MOST_TRIES);
    assertThat(unreadable.mayBecomeWhole("job", -1)).isTrue();
    fail("job", 0, UnreadableIndexes.MOST_TRIES - 2);
    assertThat(unreadable.failed("job", 0)).isTrue();
    fail("other", 1, UnreadableIndexes.MOST_TRIES - 1);
    assertThat(unreadable.failed("other", 1)).isTrue();
  }
}
