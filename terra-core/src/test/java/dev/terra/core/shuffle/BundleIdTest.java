package dev.terra.core.shuffle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.terra.core.wan.SiteId;
import org.junit.jupiter.api.Test;

class BundleIdTest {
  private static BundleId bundle(String shuffle, String from, String to) {
    return new BundleId(new ShuffleId(shuffle), new SiteId(from), new SiteId(to));
  }

  @Test
  void bundlesAreOrderedByShuffleThenByBothSites() {
    assertThat(bundle("a", "X", "Y")).isLessThan(bundle("b", "A", "B")).isLessThan(bundle("a", "Y", "A"))
        .isLessThan(bundle("a", "X", "Z")).isEqualByComparingTo(bundle("a", "X", "Y"));
    assertThat(bundle("b", "A", "B")).isGreaterThan(bundle("a", "X", "Y"));
    assertThat(bundle("a", "Y", "A")).isGreaterThan(bundle("a", "X", "Z"));
  }

  @Test
  void aBundleCrossesTheWan() {
    assertThat(bundle("a", "X", "Y")).hasToString("a/X:Y");
    assertThatThrownBy(() -> bundle("a", "X", "X")).hasMessageContaining("two different sites");
  }
}
