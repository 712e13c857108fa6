package dev.terra.history.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class LinkUseTest {
  static LinkUse use(long atMillis, int spanMillis, float allocated, float capacity, float down) {
    return new LinkUse(atMillis, spanMillis, new float[] {allocated}, new float[] {capacity}, new float[] {down}, new float[] {0});
  }

  @Property(tries = 50)
  void whatIsWrittenIsRead(@ForAll long seed, @ForAll @IntRange(min = 1, max = 3_000) int links) {
    Random random = new Random(seed);
    LinkUse use = new LinkUse(7, 1_000, new float[links], new float[links], new float[links], new float[links]);
    for (int i = 0; i < links; i++) {
      use.allocated()[i] = random.nextFloat() * 1e9f;
      use.capacity()[i] = random.nextFloat() * 1e10f;
      use.down()[i] = random.nextInt(256) / 255f;
      use.unknown()[i] = random.nextInt(256) / 255f;
    }
    assertThat(LinkUse.decode(7, 1_000, links, use.encode())).usingRecursiveComparison().isEqualTo(use);
  }

  @Test
  void twoStretchesAreOneByTheirLengths() {
    LinkUse both = use(0, 1_000, 100, 1_000, 0).and(use(1_000, 3_000, 20, 500, 1)).and(use(4_000, 4_000, 40, 800, 0));

    assertThat(both.spanMillis()).isEqualTo(8_000);
    assertThat(both.allocated()[0]).isCloseTo((100 + 60 + 160) / 8f, within(1e-4f));
    assertThat(both.down()[0]).isCloseTo(3 / 8f, within(1e-6f));
    assertThat(both.capacity()[0]).as("while it was up").isCloseTo((1_000 + 4 * 800) / 5f, within(1e-3f));
  }

  @Test
  void nonsenseIsRefused() {
    assertThatThrownBy(() -> LinkUse.decode(0, 1, 1, new byte[] {1, 2, 3})).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> LinkUse.decode(0, 1, 2, use(0, 1, 1, 1, 0).encode())).hasMessageContaining("2 links");
  }
}
