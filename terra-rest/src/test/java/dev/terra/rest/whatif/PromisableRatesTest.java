package dev.terra.rest.whatif;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.terra.core.units.Bandwidth;
import dev.terra.core.wan.Link;
import dev.terra.core.wan.LinkId;
import dev.terra.core.wan.Site;
import dev.terra.core.wan.SiteId;
import dev.terra.core.wan.SitePair;
import dev.terra.core.wan.Wan;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.stream.Stream;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.Test;

/** Tests with a line of three sites, whose second link is half as fast in one direction, and a fourth site without a path to the others. */
class PromisableRatesTest {
  private static final double PART = 0.5;
  private static final double ROUNDING = 1e-6;
  private static final Wan WAN = new Wan("w", Stream.of("A", "B", "C", "D").map(Site::of).toList(),
      List.of(link("A", "B", 120), link("B", "A", 120), link("B", "C", 60), link("C", "B", 120)));

  private final PromisableRates rates = new PromisableRates(WAN, PART);

  private static Link link(String from, String to, double bytesPerSecond) {
    return new Link(LinkId.of(from, to), new Bandwidth(bytesPerSecond), Duration.ofMillis(10), OptionalDouble.empty());
  }

  private static SitePair pair(String from, String to) {
    return new SitePair(new SiteId(from), new SiteId(to));
  }

  @Test
  void aPairAloneHasItsNarrowestLink() {
    assertThat(rates.most(pair("A", "B"))).isCloseTo(60, within(ROUNDING));
    assertThat(rates.most(pair("A", "C"))).isCloseTo(30, within(ROUNDING));
    assertThat(rates.most(pair("A", "D"))).as("no way").isZero();
  }

  @Test
  void pairsThatShareALinkShareItFairlyAndOthersTakeTheRest() {
    Map<SitePair, Double> fair = rates.fair();
    assertThat(fair).containsOnlyKeys(pair("A", "B"), pair("A", "C"), pair("B", "C"), pair("B", "A"), pair("C", "A"), pair("C", "B"));
    assertThat(fair.get(pair("A", "C"))).as("half of the narrow link").isCloseTo(15, within(ROUNDING));
    assertThat(fair.get(pair("B", "C"))).isCloseTo(15, within(ROUNDING));
    assertThat(fair.get(pair("A", "B"))).as("what A to C leaves of the wide one").isCloseTo(45, within(ROUNDING));
    assertThat(fair.get(pair("C", "A"))).isCloseTo(30, within(ROUNDING));
  }

  @Test
  void noLinkIsUsedByMoreThanItsPart() {
    Map<LinkId, Double> used = new HashMap<>();
    rates.fair().forEach((pair, rate) -> rates.paths().get(pair).forEach(link -> used.merge(link, rate, Double::sum)));
    SoftAssertions.assertSoftly(softly -> WAN.links().forEach(link ->
        softly.assertThat(used.get(link.id())).isLessThanOrEqualTo(PART * link.capacity().bytesPerSecond() + ROUNDING)));
  }
}
