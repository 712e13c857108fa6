package dev.terra.schedule.policy.round;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.terra.core.wan.LinkId;
import dev.terra.core.wan.Wan;
import dev.terra.schedule.ShuffleDemand;
import dev.terra.schedule.Wans;
import dev.terra.schedule.lp.PathSimplex;
import dev.terra.schedule.path.PathRules;
import dev.terra.schedule.path.PathSets;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests of the parts of a round, against values found by hand, on a triangle whose links carry 125e6 bytes/s each way. */
class RoundTest {
  private static final double LINK = 125e6;

  private final Wan wan = Wans.evenTriangle();
  private final PathSets paths = new PathSets(wan, PathRules.defaults());
  private final ResidualNetwork network = new ResidualNetwork(paths);
  private final LinearPrograms programs = new LinearPrograms(paths, new PathSimplex());
  private final GammaSolver gammas = new GammaSolver(network, programs, true);

  private ActiveShuffle active(ShuffleDemand demand) {
    network.update(wan);
    ActiveShuffle shuffle = new ActiveShuffle(demand);
    shuffle.update(demand, network);
    shuffle.bundles().rates().clear();
    return shuffle;
  }

  private int link(String from, String to) {
    return wan.indexOf(LinkId.of(from, to));
  }

  @Test
  void theVersionOfTheNetworkGrowsWithCapacitiesOnly() {
    network.update(wan);
    long before = network.version();
    network.update(wan.mapLinks(link -> link));
    assertThat(network.version()).isEqualTo(before);

    network.update(wan.keepLinks(link -> !link.id().equals(LinkId.of("A", "B"))));

    assertThat(network.version()).isEqualTo(before + 1);
    assertThat(network.capacity()[link("A", "B")]).isZero();
    assertThat(network.capacity()[link("B", "A")]).isEqualTo(LINK);
  }

  @Test
  void whatIsNextToNothingCountsAsNothing() {
    network.update(wan);
    network.open(0.5);
    int link = link("A", "B");
    network.take(link, LINK / 4);
    assertThat(network.residual()[link]).isEqualTo(LINK / 4);
    network.take(link, LINK / 4 * (1 - 1e-9));
    assertThat(network.residual()[link]).isZero();
    network.release(0.25);
    assertThat(network.residual()[link]).isEqualTo(LINK / 4);
    network.exhaust(link);
    assertThat(network.residual()[link]).isZero();
  }

  @Test
  void fillingGrowsInProportionToWeightsUntilALinkIsFull() {
    ActiveShuffle shuffle = active(Wans.shuffle("s", 0, "A", "B", 1e9, "A", "C", 1e9));
    ProgressiveFilling filling = new ProgressiveFilling(network);
    network.open(1);
    filling.addFixed(shuffle.bundles(), 0, 0, 1);
    filling.addFixed(shuffle.bundles(), 0, 0, 3);
    filling.run();

    assertThat(shuffle.bundles().rates().total(0)).isEqualTo(LINK);
    assertThat(network.residual()[link("A", "B")]).isZero();
    assertThat(network.residual()[link("A", "C")]).isEqualTo(LINK);
  }

  @Test
  void aBundleGoesOnWithItsNextPathWhereTheFirstIsFull() {
    ActiveShuffle shuffle = active(Wans.shuffle("s", 0, "A", "B", 1e9));
    network.open(1);
    new ProgressiveFilling(network).fillInProportion(shuffle.bundles());

    assertThat(shuffle.bundles().rates().total(0)).isCloseTo(2 * LINK, within(1.0));
    assertThat(shuffle.bundles().rates().list(0)).hasSize(2)
        .allMatch(rate -> rate.plannedBytesPerSecond() == 0 && Math.abs(rate.bytesPerSecond() - LINK) < 1);
  }

  @Test
  void maxMinGivesEveryBundleTheSameBeforeAnyGetsMore() {
    ActiveShuffle one = active(Wans.shuffle("one", 0, "A", "B", 1e9));
    ActiveShuffle two = active(Wans.shuffle("two", 0, "A", "B", 5e9));
    ActiveShuffle aside = active(Wans.shuffle("aside", 0, "B", "A", 1e9));
    network.open(1);
    new MaxMinFlow(network, programs).share(List.of(one, two, aside));

    assertThat(one.bundles().rates().total(0)).isCloseTo(LINK, within(10.0));
    assertThat(two.bundles().rates().total(0)).isCloseTo(LINK, within(10.0));
    assertThat(aside.bundles().rates().total(0)).isCloseTo(2 * LINK, within(10.0));
  }

  @Test
  void gammaOfProportionalProgressNeedsNoProgram() {
    ShuffleDemand demand = Wans.shuffle("s", 0, "A", "B", 1e9, "C", "B", 2e9);
    ActiveShuffle shuffle = active(demand);
    gammas.compute(shuffle);
    assertThat(shuffle.gammaSeconds()).isCloseTo(3e9 / (2 * LINK), within(1e-6));

    BundlesInRound before = shuffle.bundles();
    shuffle.update(Wans.shuffle("s", 0, "A", "B", 0.5e9, "C", "B", 1e9), network);
    gammas.compute(shuffle);

    assertThat(programs.solved()).isEqualTo(1);
    assertThat(shuffle.bundles()).isSameAs(before);
    assertThat(shuffle.fraction()).isEqualTo(0.5);
    assertThat(shuffle.bundles().bytes()).isEqualTo(1.5e9);
    assertThat(shuffle.gammaSeconds()).isCloseTo(1.5e9 / (2 * LINK), within(1e-6));
  }

  @Test
  void whoRanAheadHasOtherVolumesAndGammaIsRight() {
    ActiveShuffle shuffle = active(Wans.shuffle("s", 0, "A", "B", 1e9, "B", "C", 1e9));
    gammas.compute(shuffle);
    shuffle.update(Wans.shuffle("s", 0, "A", "B", 1e8, "B", "C", 1e9), network);
    gammas.compute(shuffle);

    ActiveShuffle fresh = active(Wans.shuffle("t", 0, "A", "B", 1e8, "B", "C", 1e9));
    new GammaSolver(network, programs, false).compute(fresh);
    assertThat(shuffle.fraction()).isEqualTo(1);
    assertThat(shuffle.gammaSeconds()).isCloseTo(fresh.gammaSeconds(), within(1e-9 * fresh.gammaSeconds()));
  }

  @Test
  void bundlesWithoutBytesAreNoneAndThoseWithoutPathAreNamed() {
    ShuffleDemand demand = Wans.shuffle("s", 0, "A", "B", 1e9, "B", "A", 0, "B", "C", 1e9);
    ActiveShuffle shuffle = active(demand);
    assertThat(shuffle.bundles().size()).isEqualTo(2);
    assertThat(shuffle.demand(1).from().name()).isEqualTo("B");
    assertThat(shuffle.unconnected()).isEmpty();

    network.update(wan.keepLinks(link -> !link.id().to().name().equals("B")));
    shuffle.update(demand, network);

    assertThat(shuffle.bundles().size()).isEqualTo(1);
    assertThat(shuffle.unconnected()).hasValue("no path for bundle A:B");
  }

  @Test
  void whatIsLeftAfterSendingDropsWhoIsDone() {
    ActiveShuffle shuffle = active(Wans.shuffle("s", 0, "A", "B", 100, "B", "C", 30));
    BundlesInRound bundles = shuffle.bundles().rest();
    bundles.rates().clear();
    bundles.rates().addPlanned(0, 0, 10);
    bundles.rates().addFill(1, 0, 10);

    BundlesInRound later = bundles.after(3, 1e-9);

    assertThat(later.size()).isEqualTo(1);
    assertThat(later.remaining(0)).isEqualTo(70);
    assertThat(later.volume(0)).isEqualTo(70);
    assertThat(shuffle.bundles().remaining(1)).isEqualTo(30);
  }
}
