package dev.terra.core.cost;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.google.common.collect.ImmutableList;
import dev.terra.core.units.Bandwidth;
import dev.terra.core.wan.Link;
import dev.terra.core.wan.LinkId;
import dev.terra.core.wan.LinkPrice;
import dev.terra.core.wan.Path;
import dev.terra.core.wan.Payload;
import dev.terra.core.wan.PriceTier;
import dev.terra.core.wan.Site;
import dev.terra.core.wan.SiteHosts;
import dev.terra.core.wan.SiteId;
import dev.terra.core.wan.SiteTerms;
import dev.terra.core.wan.Wan;
import java.time.Duration;
import java.time.YearMonth;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

/**
 * Tests with a direct link that costs 9 cents a GB, and less beyond 10 GB a month, and a longer path whose links cost 2 cents a GB each.
 */
class CostBookTest {
  private static final YearMonth JULY = YearMonth.of(2026, 7);
  /** The bytes of data in 1 GB of IP bytes. */
  private static final long GIGABYTE = Math.round(1e9 * Payload.PRICED_SHARE);
  private static final Path DIRECT = Path.of("A", "B");
  private static final Path AROUND = Path.of("A", "C", "B");

  private static LinkPrice price(double usd, PriceTier... tiers) {
    return new LinkPrice(OptionalDouble.of(usd), ImmutableList.copyOf(tiers), OptionalDouble.of(5));
  }

  private static Link link(String from, String to, LinkPrice price) {
    return new Link(LinkId.of(from, to), Bandwidth.ofMegabitsPerSecond(1_000), Duration.ofMillis(1), price, false);
  }

  private static CostBook book(PriceTier... tiers) {
    Site priced = new Site(new SiteId("A"), "A", Optional.empty(), new SiteHosts(1, List.of()),
        new SiteTerms(OptionalDouble.empty(), OptionalDouble.empty(), OptionalDouble.of(400)));
    return new CostBook(new Wan("w", List.of(priced, Site.of("B"), Site.of("C")),
        List.of(link("A", "B", price(0.09, tiers)), link("A", "C", price(0.02)), link("C", "B", price(0.02)))));
  }

  @Test
  void aByteCostsOnEveryLinkAndADetourIsWhatTheCheapestPathWouldHaveSpared() {
    CostBook book = book();
    PathCost direct = book.book(DIRECT, 10 * GIGABYTE, JULY);
    assertThat(direct.usd()).isCloseTo(0.9, within(1e-8));
    assertThat(direct.detourUsd()).isCloseTo(0.5, within(1e-8));
    assertThat(direct.sum().bytes()).isEqualTo(10 * GIGABYTE);
    PathCost around = book.book(AROUND, 10 * GIGABYTE, JULY);
    assertThat(around.usd()).isCloseTo(0.4, within(1e-8));
    assertThat(around.detourUsd()).isCloseTo(0, within(1e-8));
    assertThat(around.sum(1).usd()).isCloseTo(0.2, within(1e-8));
  }

  @Test
  void energyIsTheLinksAndItsCarbonDioxideThatOfTheSiteWhereItBegins() {
    PathCost around = book().book(AROUND, GIGABYTE, JULY);
    assertThat(around.sum().joules()).isCloseTo(2 * 5 * 3_600, within(1e-3));
    assertThat(around.sum().grams()).isCloseTo(5 * 0.4, within(1e-6));
  }

  @Test
  void tiersFollowWhatTheMonthHasBroughtAndBeginAnewWithTheNext() {
    CostBook book = book(new PriceTier(10, 0.01));
    assertThat(book.book(DIRECT, 8 * GIGABYTE, JULY).usd()).isCloseTo(0.72, within(1e-8));
    PathCost over = book.book(DIRECT, 4 * GIGABYTE, JULY);
    assertThat(over.usd()).isCloseTo(0.2, within(1e-8));
    assertThat(book.book(AROUND, GIGABYTE, JULY).detourUsd()).as("the direct link is the cheapest by now").isCloseTo(0.03, within(1e-8));
    assertThat(book.book(DIRECT, GIGABYTE, JULY.plusMonths(1)).usd()).isCloseTo(0.09, within(1e-8));
  }

  @Test
  void whatIsNotInTheTopologyCostsNothing() {
    PathCost gone = book().book(Path.of("X", "Y"), GIGABYTE, JULY);
    assertThat(gone.sum()).isEqualTo(new CostSum(GIGABYTE, 0, 0, 0, 0));
  }
}
