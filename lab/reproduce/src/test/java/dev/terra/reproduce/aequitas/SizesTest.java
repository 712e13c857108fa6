package dev.terra.reproduce.aequitas;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class SizesTest {
  private static final Sizes TWO = new Sizes(List.of(new Sizes.Point(100, .5), new Sizes.Point(300, 1)));

  @Test
  void drawsByStraightLinesBetweenThePoints() {
    assertThat(TWO.draw(0)).isEqualTo(100);
    assertThat(TWO.draw(.5)).isEqualTo(100);
    assertThat(TWO.draw(.75)).isEqualTo(200);
    assertThat(TWO.draw(Math.nextDown(1.0))).isEqualTo(300);
    assertThat(Sizes.all(7).draw(.99)).isEqualTo(7);
  }

  @Test
  void theMeanOnTheLineHasAHeaderForEachPacket() {
    Transport transport = new Transport(140, 40, null);
    assertThat(Sizes.all(100).meanOnLine(transport)).isEqualTo(140);
    assertThat(Sizes.all(101).meanOnLine(transport)).isEqualTo(181);
    assertThat(TWO.meanOnLine(transport)).isEqualTo(.5 * 140 + .5 * (140 + 420) / 2);
  }

  @Test
  void wrongPointsAreRefused() {
    assertThatThrownBy(() -> new Sizes(List.of())).hasMessageContaining("last share");
    assertThatThrownBy(() -> new Sizes(List.of(new Sizes.Point(1, .9)))).hasMessageContaining("last share");
    assertThatThrownBy(() -> new Sizes(List.of(new Sizes.Point(2, .5), new Sizes.Point(1, 1)))).hasMessageContaining("rising");
    assertThatThrownBy(() -> new Sizes.Point(0, 1)).hasMessageContaining("bytes");
    assertThatThrownBy(() -> new Sizes.Point(1, 1.1)).hasMessageContaining("share");
  }
}
