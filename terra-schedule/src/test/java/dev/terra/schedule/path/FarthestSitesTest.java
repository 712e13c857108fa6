package dev.terra.schedule.path;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.terra.core.wan.Link;
import dev.terra.core.wan.Wan;
import dev.terra.schedule.Wans;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class FarthestSitesTest {
  /** Returns a triangle with the given latencies, ms, of the links between A and B, B and C, and A and C. */
  private static Wan triangle(int ab, int bc, int ac) {
    return Wans.evenTriangle().mapLinks(link -> {
      String ends = link.id().from().name() + link.id().to().name();
      int millis = ends.contains("A") ? ends.contains("B") ? ab : ac : bc;
      return new Link(link.id(), link.capacity(), Duration.ofMillis(millis), link.price(), link.measured());
    });
  }

  @Test
  void theirMessagesTakeThePathWithTheLeastLatency() {
    assertThat(FarthestSites.roundTripSeconds(triangle(10, 20, 50))).isCloseTo(0.06, within(1e-9));
    assertThat(FarthestSites.roundTripSeconds(triangle(10, 20, 25))).isCloseTo(0.05, within(1e-9));
    assertThat(FarthestSites.roundTripSeconds(triangle(0, 0, 0))).isZero();
  }

  @Test
  void sitesThatDoNotReachEachOtherDoNotCount() {
    Wan onlyFromAToB = triangle(10, 20, 50).keepLinks(link -> link.id().toString().equals("A:B"));
    assertThat(FarthestSites.roundTripSeconds(onlyFromAToB)).isCloseTo(0.02, within(1e-9));
  }
}
