package dev.terra.controller.view;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.ImmutableMap;
import dev.terra.core.wan.Path;
import dev.terra.core.wan.SiteId;
import org.junit.jupiter.api.Test;

/** Tests of the bytes of a bundle that cross links. */
class BundleFiguresTest {
  private static BundleFigures bundle(BundleFigures.OnLinks onLinks) {
    return new BundleFigures(new SiteId("A"), new SiteId("B"), 1_000, 0, 600, 100, onLinks, 0, false,
        ImmutableMap.of(Path.of("A", "B"), 10L));
  }

  @Test
  void whatShrinksIsFewerBytesOnLinks() {
    BundleFigures third = bundle(new BundleFigures.OnLinks(1 / 3.0, 400, 2, ImmutableMap.of()));
    assertThat(third.leftBytes()).isEqualTo(300);
    assertThat(third.leftOnLinks()).isEqualTo(100);
    assertThat(third.wireBytes()).isEqualTo(200);
  }

  @Test
  void whatGoesAsItIsIsTheSameThere() {
    assertThat(bundle(BundleFigures.OnLinks.AS_IT_IS).leftOnLinks()).isEqualTo(300);
    assertThat(bundle(BundleFigures.OnLinks.AS_IT_IS).wireBytes()).isEqualTo(600);
  }
}
