package dev.terra.controller.core.recurring;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import dev.terra.controller.view.BundleFigures;
import dev.terra.controller.view.BundleFigures.OnLinks;
import dev.terra.controller.view.ReaderFigures;
import dev.terra.controller.view.ShuffleFigures;
import dev.terra.controller.view.TermsSource;
import dev.terra.core.shuffle.ShuffleDescriptor;
import dev.terra.core.shuffle.ShuffleId;
import dev.terra.core.units.Bandwidth;
import dev.terra.core.wan.Link;
import dev.terra.core.wan.LinkId;
import dev.terra.core.wan.Path;
import dev.terra.core.wan.Payload;
import dev.terra.core.wan.Site;
import dev.terra.core.wan.SiteId;
import dev.terra.core.wan.SiteTerms;
import dev.terra.core.wan.Wan;
import dev.terra.schedule.ShuffleTerms;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

/** Tests of the cost of shuffles. A gigabyte from A to B costs 10 cents; a core hour costs 3.6 dollars at A and 7.2 dollars at B. */
class RunSumTest {
  private static final SiteId A = new SiteId("A");
  private static final SiteId B = new SiteId("B");
  private static final Offset<Double> EXACT = Offset.offset(1e-12);

  private static Wan wan() {
    LinkId there = LinkId.of("A", "B");
    List<Link> links = List.of(new Link(there, new Bandwidth(1e6), Duration.ofMillis(1), OptionalDouble.of(0.1)),
        new Link(there.reversed(), new Bandwidth(1e6), Duration.ofMillis(1), OptionalDouble.empty()));
    return new Wan("pair", List.of(site("A", 3.6), site("B", 7.2)), links);
  }

  private static Site site(String name, double usdPerCoreHour) {
    Site plain = Site.of(name);
    return new Site(plain.id(), plain.city(), plain.coordinates(), plain.machines(),
        new SiteTerms(OptionalDouble.of(usdPerCoreHour), OptionalDouble.empty(), OptionalDouble.empty()));
  }

  private static ShuffleFigures shuffle(double arrival, OptionalDouble finish, double restoreSeconds, BundleFigures... bundles) {
    ShuffleId id = new ShuffleId("job_1");
    return new ShuffleFigures(id, ShuffleDescriptor.unknown(id), Optional.empty(), false, ShuffleTerms.ORDINARY, TermsSource.ORDINARY,
        Optional.empty(), true, Optional.empty(), arrival, OptionalDouble.of(arrival), finish, ImmutableMap.of(), 1, 0, 0, 0,
        restoreSeconds, ImmutableList.copyOf(bundles), ImmutableList.of(), ReaderFigures.NONE);
  }

  private static BundleFigures bundle(SiteId from, SiteId to, long done, OnLinks onLinks, boolean bypassed) {
    return new BundleFigures(from, to, 1_000_000_000, 0, done, 0, onLinks, 0, bypassed, ImmutableMap.of());
  }

  @Test
  void bytesAndWorkHaveThePricesOfLinksAndSites() {
    OnLinks there = new OnLinks(0.5, 400_000_000, 10, ImmutableMap.of(Path.of("A", "B"), (long) (1e9 * Payload.PRICED_SHARE)));
    OnLinks back = new OnLinks(1, 0, 0, ImmutableMap.of(Path.of("B", "A"), 1_000_000L));
    RunSum sum = RunSum.of(shuffle(7, OptionalDouble.of(9), 5, bundle(A, B, 800_000_000, there, false),
        bundle(B, A, 0, back, true)), wan());

    assertThat(sum.usd()).as("0.1 for bytes, 10 s at 0.001, and 5 s at 0.002 where bytes were saved").isEqualTo(0.12, Offset.offset(1e-9));
    assertThat(sum.leftShare()).as("bypassed bundles are not Terra's").isEqualTo(0.2, EXACT);
    assertThat(sum.finishedSeconds()).isEqualTo(9.0);
  }

  @Test
  void shufflesOfARunAddUp() {
    RunSum first = RunSum.of(shuffle(7, OptionalDouble.of(9), 0, bundle(A, B, 1_000_000_000, OnLinks.AS_IT_IS, false)), wan());
    RunSum second = RunSum.of(shuffle(8, OptionalDouble.of(20), 0, bundle(A, B, 500_000_000, OnLinks.AS_IT_IS, false)), wan());
    RunSum open = RunSum.of(shuffle(10, OptionalDouble.empty(), 0), wan());

    assertThat(RunSum.NONE.plus(second).plus(first).plus(open)).isEqualTo(new RunSum(0, 7, 20.0, 2_000_000_000, 500_000_000));
    assertThat(RunSum.NONE.plus(open).finishedSeconds()).isNull();
    assertThat(open.leftShare()).isEqualTo(1);
  }
}
