package dev.terra.lab.transfer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.data.Percentage.withPercentage;

import dev.terra.core.units.Bandwidth;
import dev.terra.core.wan.Link;
import dev.terra.core.wan.LinkId;
import dev.terra.core.wan.Payload;
import dev.terra.core.wan.Site;
import dev.terra.core.wan.SiteId;
import dev.terra.core.wan.Wan;
import dev.terra.lab.bed.Pattern;
import dev.terra.lab.bed.TransferPlan;
import dev.terra.lab.transfer.CostsMeasurement.Middle;
import dev.terra.lab.transfer.CostsMeasurement.Row;
import java.time.Duration;
import java.util.List;
import java.util.OptionalDouble;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class CostsMeasurementTest {
  private static Wan wan(String... links) {
    List<Link> all = Stream.of(links).map(text -> text.split(":")).map(ends -> new Link(
        LinkId.of(ends[0], ends[1]), new Bandwidth(1e6), Duration.ofMillis(1),
        OptionalDouble.empty())).toList();
    return new Wan("three", List.of(Site.of("A"), Site.of("B"), Site.of("C")), all);
  }

  private static TransferPlan fromAToC(Wan wan) {
    Pattern.Pair pair = new Pattern.Pair(new SiteId("A"), new SiteId("C"));
    return TransferPlan.of(wan, List.of(pair), 100_000_000, OptionalDouble.of(1));
  }

  /** In the fastest plan, half of the bytes go over B: it takes half of the time, and costs more by the price of half of the bytes. */
  @Test
  void thePriceMakesTheMiddleValueTheLeastThatChoosesAMiddlePlan() {
    Wan wan = wan("A:B", "B:C", "A:C", "C:A");
    double payload = TransferPlan.payload(wan).links().get(0).capacity().bytesPerSecond();
    double secondsMore = 100e6 / payload / 2;
    double usdMore = 0.1 / 2 / Payload.PRICED_SHARE;
    Middle middle = CostsMeasurement.middle(wan, fromAToC(wan)).orElseThrow();
    assertThat(middle.usdPerGigabyte()).isCloseTo(10.0 / 3_600 * secondsMore / usdMore, withPercentage(0.1));
    assertThat(middle.distance()).as("the fastest and the cheapest are the only plans").isCloseTo(0.5, within(0.001));
  }

  @Test
  void aShuffleWhoseCheapestPathsAreTheFastestHasNoSuchPrice() {
    Wan wan = wan("A:C", "C:A", "B:C", "C:B");
    assertThat(CostsMeasurement.middle(wan, fromAToC(wan))).isEmpty();
  }

  @Test
  void dollarsRiseAndSecondsFallAndTheLedgerIsThatOfTheInterfaces() {
    Row slow = new Row(0, List.of(50.0, 30.0), 1, 1.009);
    Row middle = new Row(10, List.of(40.0, 30.0), 1.2, 1.2);
    assertThat(CostsMeasurement.holds(List.of(slow, middle))).isTrue();
    assertThat(CostsMeasurement.holds(List.of(middle, slow))).isFalse();
    assertThat(CostsMeasurement.holds(List.of(slow, new Row(10, List.of(40.0, 30.0), 1.2, 1.22)))).isFalse();
    assertThat(CostsMeasurement.holds(List.of(slow, new Row(10, List.of(51.0, 30.0), 1.2, 1.2)))).isFalse();
  }
}
