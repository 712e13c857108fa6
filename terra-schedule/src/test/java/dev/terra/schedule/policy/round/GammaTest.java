package dev.terra.schedule.policy.round;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.terra.core.wan.LinkId;
import dev.terra.core.wan.Wan;
import dev.terra.schedule.BundleDemand;
import dev.terra.schedule.Programs;
import dev.terra.schedule.ShuffleDemand;
import dev.terra.schedule.Wans;
import dev.terra.schedule.check.RandomShuffles;
import dev.terra.schedule.lp.LpProblem;
import dev.terra.schedule.lp.PathSimplex;
import dev.terra.schedule.path.PathRules;
import dev.terra.schedule.path.PathSets;
import java.util.Random;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

/**
 * Tests of Gammas between rounds, and of bundles and rates within a round. Links carry 125e6 bytes/s, so from A to B at most 250e6 bytes/s
 * fit.
 */
class GammaTest {
  private static final double LINK = 125e6;

  private final Wan wan = Wans.evenTriangle();
  private final TestRound round = new TestRound(wan);

  private static ShuffleDemand progressed(ShuffleDemand demand, Random random) {
    boolean equally = random.nextBoolean();
    double common = random.nextDouble();
    return demand.withBundles(demand.bundles().stream()
        .map(bundle -> new BundleDemand(bundle.from(), bundle.to(),
            bundle.bytes() * (equally ? common : random.nextDouble()), bundle.flows()))
        .toList());
  }

  /** However a shuffle's bundles progress, the Gamma that an earlier certificate gives equals the Gamma that a program gives. */
  @Property(tries = 60, edgeCases = EdgeCasesMode.NONE)
  void gammaFromACertificateIsTheGammaOfAProgram(@ForAll @IntRange(min = 3, max = 8) int sites, @ForAll long seed) {
    Wan random = Programs.wan(sites, seed);
    TestRound kept = new TestRound(random);
    Random progress = new Random(seed);
    ShuffleDemand demand = new RandomShuffles(random, seed).next(0);
    ActiveShuffle shuffle = kept.active(demand);
    for (int step = 0; step < 5; step++) {
      demand = progressed(demand, progress);
      kept.update(shuffle, demand);
      ActiveShuffle fresh = kept.active(demand);
      assertThat(shuffle.gammaSeconds()).isCloseTo(fresh.gammaSeconds(), within(1e-8 * fresh.gammaSeconds()));
      assertThat(shuffle.bundles().bytes()).isCloseTo(fresh.bundles().bytes(), within(1.0));
    }
  }

  @Test
  void aCertificateHoldsWhileThoseThatPayAPriceProgressTogether() {
    GammaCertificate certificate = new GammaCertificate(10, new double[] {100, 50}, new double[] {0.1, 0}, 3);

    assertThat(certificate.solvedSeconds()).isEqualTo(10);
    assertThat(certificate.certified(new double[] {100, 50}, 3)).isEqualTo(10);
    assertThat(certificate.certified(new double[] {50, 10}, 3)).as("the one without a price may run ahead").isEqualTo(5);
    assertThat(certificate.certified(new double[] {50, 50}, 3)).as("but not stay behind").isNaN();
    assertThat(certificate.certified(new double[] {100, 50}, 4)).as("another network").isNaN();
    assertThat(certificate.certified(new double[] {100}, 3)).as("other bundles").isNaN();
    assertThat(certificate.certified(new double[] {50, 0}, 3)).isEqualTo(5);
  }

  @Test
  void whatAPricedBundleSendsAloneNeedsNoProgramEither() {
    ActiveShuffle shuffle = round.active(Wans.shuffle("s", 0, "A", "B", 1e9, "B", "A", 1e8));
    long solved = round.programs().solved();
    round.update(shuffle, Wans.shuffle("s", 0, "A", "B", 5e8, "B", "A", 1e7));
    assertThat(shuffle.gammaSeconds()).isCloseTo(5e8 / (2 * LINK), within(1e-6));
    assertThat(round.programs().solved()).isEqualTo(solved);

    round.update(shuffle, Wans.shuffle("s", 0, "A", "B", 1e6, "B", "A", 1e7));
    assertThat(shuffle.gammaSeconds()).as("now the other one is the bottleneck").isCloseTo(1e7 / (2 * LINK), within(1e-6));
    assertThat(round.programs().solved()).isEqualTo(solved + 1);
  }

  @Test
  void anotherWanIsAnotherGamma() {
    ShuffleDemand demand = Wans.shuffle("s", 0, "A", "B", 1e9);
    ActiveShuffle shuffle = round.active(demand);
    round.network().update(wan.keepLinks(link -> !link.id().equals(LinkId.of("A", "B"))));
    round.update(shuffle, demand);
    assertThat(shuffle.gammaSeconds()).isCloseTo(1e9 / LINK, within(1e-6));
    round.network().update(wan);
    round.update(shuffle, demand);
    assertThat(shuffle.gammaSeconds()).isCloseTo(1e9 / (2 * LINK), within(1e-6));
  }

  @Test
  void aNewBundleOrOneThatIsDoneMakesOthers() {
    ActiveShuffle shuffle = round.active(Wans.shuffle("s", 0, "A", "B", 1e9));
    BundlesInRound before = shuffle.bundles();
    round.update(shuffle, Wans.shuffle("s", 0, "A", "B", 1e9, "A", "C", 1));
    assertThat(shuffle.bundles()).isNotSameAs(before);
    assertThat(shuffle.bundles().size()).isEqualTo(2);
    round.update(shuffle, Wans.shuffle("s", 0, "A", "B", 1e9, "A", "C", 0));
    assertThat(shuffle.bundles().size()).isEqualTo(1);
    round.update(shuffle, Wans.shuffle("s", 0, "C", "B", 1e9, "A", "C", 0));
    assertThat(shuffle.demand(0).from().name()).isEqualTo("C");
    round.update(shuffle, Wans.shuffle("s", 0, "C", "B", 0, "A", "C", 0));
    assertThat(shuffle.bundles().size()).isZero();
    assertThat(shuffle.gammaSeconds()).isZero();
  }

  @Test
  void aPairWhosePathsAreAllDownGetsDetoursOfItsOwn() {
    TestRound one = new TestRound(wan);
    PathSets single = new PathSets(wan, PathRules.atMost(1));
    ResidualNetwork network = new ResidualNetwork(single);
    network.update(wan.keepLinks(link -> !link.id().equals(LinkId.of("A", "B"))));
    ActiveShuffle shuffle = new ActiveShuffle(Wans.shuffle("s", 0, "A", "B", 1e9));
    shuffle.update(shuffle.demand(), network);

    assertThat(shuffle.unconnected()).isEmpty();
    assertThat(shuffle.bundles().paths(0).path(0).sites()).hasSize(3);
    assertThat(one.paths().between(0, 1).size()).isEqualTo(2);
  }

  @Test
  void allPlacesWithoutAPathAreNamed() {
    round.network().update(wan.keepLinks(link -> !link.id().to().name().equals("B")));
    ActiveShuffle shuffle = round.active(Wans.shuffle("s", 0, "A", "B", 1, "C", "B", 1, "A", "C", 1));

    assertThat(shuffle.unconnected()).hasValue("no path for bundle A:B; no path for bundle C:B");
    assertThat(shuffle.toAllocation(null).gammaSeconds()).isInfinite();
    assertThat(shuffle.toAllocation(null).problem()).isEqualTo(shuffle.unconnected());
    assertThat(shuffle.toAllocation("late").problem()).hasValue("late");
    assertThat(shuffle.toAllocation("late").admitted()).isFalse();
    assertThat(shuffle.toAllocation(null).admitted()).isTrue();
  }

  @Test
  void anAllocationHasAllBundlesOfTheDemandInItsOrder() {
    ActiveShuffle shuffle = round.active(Wans.shuffle("s", 0, "A", "C", 0, "A", "B", 1e9, "B", "C", 0, "C", "B", 1e9));
    shuffle.bundles().rates().addPlanned(0, 1, 5);
    shuffle.bundles().rates().addFill(0, 1, 2);
    shuffle.bundles().rates().addFill(1, 0, 3);
    var bundles = shuffle.toAllocation(null).bundles();

    assertThat(bundles).extracting(each -> each.demand().to().name()).containsExactly("C", "B", "C", "B");
    assertThat(bundles.get(0).rates()).isEmpty();
    assertThat(bundles.get(1).rates()).singleElement()
        .matches(rate -> rate.bytesPerSecond() == 7 && rate.plannedBytesPerSecond() == 5 && rate.path().sites().size() == 3);
    assertThat(bundles.get(1).bytesPerSecond()).isEqualTo(7);
    assertThat(bundles.get(3).bytesPerSecond()).isEqualTo(3);
  }

  @Test
  void ratesAreSumsUntilTheyAreCleared() {
    BundlesInRound bundles = round.active(Wans.shuffle("s", 0, "A", "B", 1e9)).bundles();
    bundles.rates().addPlanned(0, 0, 5);
    bundles.rates().addPlanned(0, 0, 6);
    bundles.rates().addFill(0, 4, 1);
    assertThat(bundles.rates().total(0)).as("also on a path that was added since").isEqualTo(12);
    bundles.rates().clear();
    assertThat(bundles.rates().total(0)).isZero();
    assertThat(bundles.rates().list(0)).isEmpty();
  }

  @Test
  void bundlesThatSentKeepTheRest() {
    BundlesInRound bundles = round.active(Wans.shuffle("s", 0, "A", "B", 100, "B", "C", 40, "C", "A", 1e12)).bundles().rest();
    bundles.rates().clear();
    bundles.rates().addFill(0, 0, 10);
    bundles.rates().addFill(1, 0, 10);
    BundlesInRound later = bundles.after(4, 1e-3);

    assertThat(later.size()).isEqualTo(2);
    assertThat(later.volume(0)).isEqualTo(60);
    assertThat(later.remaining(1)).isEqualTo(1e12);
    assertThat(later.bytes()).isEqualTo(1e12 + 60);
    assertThat(bundles.remaining(0)).as("those before are as they were").isEqualTo(100);
    assertThat(later.touchedLinks(6)).isSorted().doesNotHaveDuplicates().hasSizeLessThanOrEqualTo(6).isNotEmpty();
  }

  @Test
  void aProgramHasTheVolumesAndThePathsThatAreShortEnough() {
    BundlesInRound bundles = round.active(Wans.shuffle("s", 0, "A", "B", 100, "B", "C", 40)).bundles();
    LpProblem problem = new LpProblem();
    bundles.load(problem, wan.capacities(), 0);
    assertThat(problem.size()).isEqualTo(2);
    assertThat(problem.demand(1)).isEqualTo(40);
    assertThat(problem.paths(0).size()).isEqualTo(1);
    bundles.load(problem, wan.capacities(), 1);
    assertThat(problem.paths(0).size()).isEqualTo(2);

    double[] closed = wan.capacities();
    closed[wan.indexOf(LinkId.of("A", "B"))] = 0;
    assertThat(bundles.isBlocked(closed, 0)).isTrue();
    assertThat(bundles.isBlocked(closed, 1)).isFalse();
    assertThat(bundles.isBlocked(wan.capacities(), 0)).isFalse();
  }

  /**
   * Adding paths until none helps ends at the optimum of a program over very many paths, and never below that of a program over few paths.
   */
  @Property(tries = 30, edgeCases = EdgeCasesMode.NONE)
  void generatedPathsAreAsGoodAsAll(
      @ForAll @IntRange(min = 3, max = 6) int sites, @ForAll @IntRange(min = 1, max = 6) int count, @ForAll long seed) {
    Wan random = Programs.wan(sites, seed);
    PathSets some = new PathSets(random, PathRules.unrestricted());
    PathSets many = new PathSets(random, PathRules.atMost(PathRules.MAX_PATHS));
    LpProblem generated = new LpProblem();
    LpProblem listed = new LpProblem();
    generated.reset(random.capacities());
    listed.reset(random.capacities());
    Random pairs = new Random(seed);
    for (int i = 0; i < count; i++) {
      int from = pairs.nextInt(sites);
      int to = (from + 1 + pairs.nextInt(sites - 1)) % sites;
      generated.add(some.between(from, to), 1 + i);
      listed.add(many.between(from, to), 1 + i);
    }
    LinearPrograms programs = new LinearPrograms(some, new PathSimplex());
    double lambda = programs.solve(generated).lambda();

    assertThat(programs.generatesPaths()).isTrue();
    assertThat(programs.solved()).isEqualTo(1);
    assertThat(lambda).isGreaterThanOrEqualTo(new PathSimplex().solve(listed).lambda() * (1 - 1e-7));
    assertThat(new LinearPrograms(many, new PathSimplex()).generatesPaths()).isFalse();
  }
}
