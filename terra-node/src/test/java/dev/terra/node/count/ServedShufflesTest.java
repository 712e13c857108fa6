package dev.terra.node.count;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terra.core.shuffle.ShuffleId;
import org.junit.jupiter.api.Test;

class ServedShufflesTest {
  private final ServedShuffles served = new ServedShuffles();

  @Test
  void eachListenerHearsOfAShuffleOnceForEachTime() {
    served.note(new ShuffleId("one"));
    served.note(new ShuffleId("two"));
    served.note(new ShuffleId("one"));
    ServedShuffles.News first = served.since(0);
    assertThat(first.shuffles()).containsExactlyInAnyOrder("one", "two");
    assertThat(served.since(first.last()).shuffles()).isEmpty();
    served.note(new ShuffleId("two"));
    assertThat(served.since(first.last()).shuffles()).containsExactly("two");
    assertThat(served.since(Long.MAX_VALUE).last()).as("nothing of before").isEqualTo(4);
  }

  @Test
  void theOldestOfVeryManyAreForgotten() {
    for (int i = 0; i <= 1_000; i++) {
      served.note(new ShuffleId("job-" + i));
    }
    assertThat(served.since(0).shuffles()).hasSize(1_000).doesNotContain("job-0").contains("job-1000");
  }
}
