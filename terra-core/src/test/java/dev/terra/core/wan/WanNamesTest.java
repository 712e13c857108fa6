package dev.terra.core.wan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terra.core.shuffle.ShuffleDescriptor;
import dev.terra.core.shuffle.ShuffleId;
import dev.terra.core.units.Bandwidth;
import java.time.Duration;
import java.util.List;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

class WanNamesTest {
  private static SitePair pair(String from, String to) {
    return new SitePair(new SiteId(from), new SiteId(to));
  }

  @Test
  void pairsOfSitesHaveAnOrder() {
    assertThat(pair("A", "B")).isLessThan(pair("A", "C")).isLessThan(pair("B", "A")).isEqualByComparingTo(pair("A", "B"));
    assertThat(pair("B", "B")).isGreaterThan(pair("A", "C")).hasToString("B:B");
  }

  @Test
  void aWanKnowsItsSites() {
    Wan wan = new Wan("one", List.of(Site.of("A")), List.of());
    assertThat(wan.contains(new SiteId("A"))).isTrue();
    assertThat(wan.contains(new SiteId("B"))).isFalse();
    assertThat(wan.site(new SiteId("A"))).hasValue(Site.of("A"));
    assertThat(wan.site(new SiteId("B"))).isEmpty();
  }

  @Test
  void theLongestNamesAreNames() {
    String longest = "x".repeat(256);
    assertThat(new ShuffleId(longest).value()).hasSize(256);
    assertThat(new ShuffleDescriptor.Owner(longest, longest).queue()).hasSize(256);
  }

  @Test
  void aLinkWithoutPriceOrWithoutLatencyIsOne() {
    Link free = new Link(LinkId.of("A", "B"), new Bandwidth(Double.MIN_VALUE), Duration.ZERO, OptionalDouble.of(0));
    assertThat(free.egressUsdPerGigabyte()).hasValue(0);
    assertThat(free.measured()).isFalse();
  }
}
