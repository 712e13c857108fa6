package dev.terra.lab.bed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.terra.core.units.Bandwidth;
import dev.terra.core.wan.Link;
import dev.terra.core.wan.LinkId;
import dev.terra.core.wan.Site;
import dev.terra.core.wan.Wan;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

class TransferPlanTest {
  private static Wan triangle(double bytesPerSecond) {
    List<Link> links = new ArrayList<>();
    for (String[] ends : new String[][] {{"A", "B"}, {"B", "C"}, {"A", "C"}}) {
      LinkId id = LinkId.of(ends[0], ends[1]);
      for (LinkId direction : List.of(id, id.reversed())) {
        links.add(new Link(direction, new Bandwidth(bytesPerSecond), Duration.ofMillis(1), OptionalDouble.empty()));
      }
    }
    return new Wan("triangle", List.of(Site.of("A"), Site.of("B"), Site.of("C")), links);
  }

  @Test
  void aPairUsesBothPaths() {
    TransferPlan plan = TransferPlan.of(triangle(1500), Pattern.PAIR, 2 * 1448 * 10, OptionalDouble.of(1));
    assertThat(plan.gammaSeconds()).isCloseTo(10, within(1e-6));
    assertThat(plan.sumOfRates()).isCloseTo(3 * 1448, within(1e-3));
    assertThat(plan.flows()).hasSize(1);
  }

  @Test
  void byDefaultGammaIsBetweenThirtyAndFortySeconds() {
    for (Pattern pattern : Pattern.values()) {
      TransferPlan plan = TransferPlan.of(triangle(12345), pattern, 100_000_001, OptionalDouble.empty());
      assertThat(plan.gammaSeconds()).isBetween(30.0, 40.0);
      assertThat(plan.sumOfRates()).isLessThan(TransferPlan.MAX_SUM_OF_RATES);
      assertThat(plan.totalBytes()).isEqualTo(100_000_001);
    }
  }

  @Test
  void moreThanTheMachineCanDoTakesLonger() {
    TransferPlan plan = TransferPlan.of(triangle(1e9), Pattern.ALL_TO_ALL, 50_000_000_000L, OptionalDouble.empty());
    assertThat(plan.sumOfRates()).isCloseTo(TransferPlan.MAX_SUM_OF_RATES, within(1.0));
    assertThat(plan.gammaSeconds()).isGreaterThan(40);
  }

  @Test
  void tooFewBytesAreAnError() {
    assertThatThrownBy(() -> TransferPlan.of(triangle(1e6), Pattern.ALL_TO_ALL, 5, OptionalDouble.empty()))
        .hasMessageContaining("at least 6");
  }
}
