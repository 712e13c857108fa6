package dev.terra.core.capacity;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class LinkObservationTest {
  private static final LinkObservation FREE = new LinkObservation(0.6, 100, 0, 0, 0, 0.1, 900);
  private static final LinkObservation LIMITED = new LinkObservation(0.5, 200, 0.4, 250, 0.1, 0.2, 800);

  @Test
  void whatOneSeesIsAsItIs() {
    assertThat(LinkObservation.together(List.of(FREE))).isEqualTo(FREE);
    assertThat(LinkObservation.together(List.of(LIMITED))).isEqualTo(LIMITED);
  }

  @Test
  void whereOneHadToWaitTheLinkTookNoMoreThanAllOfThemSent() {
    assertThat(LinkObservation.together(List.of(FREE, LIMITED, LIMITED))).isEqualTo(new LinkObservation(0.6, 500, 0.4, 600, 0.1, 0.2, 800));
  }

  @Test
  void whereNobodyHadToWaitNothingLimits() {
    assertThat(LinkObservation.together(List.of(FREE, FREE)).isNetworkLimited()).isFalse();
  }
}
