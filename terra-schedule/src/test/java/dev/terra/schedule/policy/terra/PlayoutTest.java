package dev.terra.schedule.policy.terra;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.terra.core.wan.Wan;
import dev.terra.schedule.Programs;
import dev.terra.schedule.ShuffleDemand;
import dev.terra.schedule.ShuffleTerms;
import dev.terra.schedule.Wans;
import dev.terra.schedule.check.RandomShuffles;
import dev.terra.schedule.policy.round.ActiveShuffle;
import dev.terra.schedule.policy.round.TestRound;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

/** Tests of orders that are played out to the end. From A to B, both paths together carry 250e6 bytes/s, so Gamma is bytes / 250e6 s. */
class PlayoutTest {
  private static final double ALL = 250e6;

  private final TestRound round = new TestRound(Wans.evenTriangle());
  private final Planner planner = new Planner(round.network(), round.programs(), new PathShortening()::plan);
  private final Playout playout = new Playout(planner);

  private ShuffleDemand seconds(String id, double gamma) {
    return Wans.shuffle(id, 0, "A", "B", gamma * ALL);
  }

  private OrderChoice order(ShuffleDemand... demands) {
    return new OrderChoice(Arrays.stream(demands).map(demand -> new ShuffleGroup(new ArrayList<>(List.of(round.active(demand))))).toList(),
        DetourLimit.ANY);
  }

  private double cost(OrderChoice choice) {
    return playout.cost(choice, Double.POSITIVE_INFINITY);
  }

  @Test
  void theCostIsTheSumOfCompletionTimes() {
    assertThat(cost(order(seconds("a", 1), seconds("b", 2)))).isCloseTo(1 + 3, within(1e-6));
    assertThat(cost(order(seconds("b", 2), seconds("a", 1)))).isCloseTo(2 + 3, within(1e-6));
    assertThat(cost(order(seconds("a", 1)))).isCloseTo(1, within(1e-6));
  }

  @Test
  void weightsCountAsOften() {
    ShuffleDemand heavy = seconds("b", 2).withTerms(ShuffleTerms.ORDINARY.withWeight(3));
    assertThat(cost(order(seconds("a", 1), heavy))).isCloseTo(1 + 3 * 3, within(1e-6));
    assertThat(cost(order(heavy, seconds("a", 1)))).isCloseTo(3 * 2 + 3, within(1e-6));
  }

  @Test
  void aGroupIsDoneWithItsLast() {
    ShuffleGroup pair = new ShuffleGroup(new ArrayList<>(List.of(round.active(seconds("a", 1)), round.active(seconds("b", 2)))));
    ShuffleGroup alone = new ShuffleGroup(new ArrayList<>(List.of(round.active(seconds("c", 4)))));

    assertThat(cost(new OrderChoice(List.of(pair, alone), DetourLimit.ANY))).isCloseTo(3 + 7, within(1e-6));
    assertThat(cost(new OrderChoice(List.of(alone, pair), DetourLimit.ANY))).isCloseTo(4 + 7, within(1e-6));
  }

  @Test
  void whatPlansLeaveIsFilledInOrder() {
    assertThat(cost(new OrderChoice(order(seconds("a", 1), seconds("b", 1)).order(), DetourLimit.NONE)))
        .as("the first takes the detour as well, although plans leave it out").isCloseTo(1 + 2, within(1e-6));
  }

  @Test
  void aPlayThatIsDearerThanTheLimitIsNotFinished() {
    OrderChoice choice = order(seconds("b", 2), seconds("a", 1));
    assertThat(playout.cost(choice, 4.9)).isInfinite();
    assertThat(playout.cost(choice, 5.1)).isCloseTo(5, within(1e-6));
  }

  @Test
  void playingLeavesTheShufflesAsTheyAre() {
    OrderChoice choice = order(seconds("a", 1), seconds("b", 2));
    cost(choice);
    ActiveShuffle first = choice.order().get(0).shuffles().get(0);
    assertThat(first.bundles().bytes()).isEqualTo(ALL);
    assertThat(TestRound.rate(first)).isZero();
  }

  @Test
  void workIsCountedByWhatPlansLookAt() {
    playout.begin();
    assertThat(playout.work()).isZero();
    OrderChoice choice = order(seconds("a", 1));
    cost(choice);
    double each = Playout.work(choice.order().get(0).shuffles().get(0).bundles());
    assertThat(playout.work()).isEqualTo(each).isEqualTo(80 + 3);
    cost(order(seconds("a", 1), seconds("b", 2)));
    assertThat(playout.work()).as("two plans, then one").isEqualTo(4 * each);
  }

  @Test
  void neighboursDifferInOnePlaceOrInTheDetours() {
    OrderChoice choice = order(seconds("a", 1), seconds("b", 2), seconds("c", 3), seconds("d", 4));
    List<OrderChoice> neighbours = choice.neighbours();
    Set<List<ShuffleGroup>> orders = new HashSet<>();
    for (OrderChoice each : neighbours) {
      boolean sameOrder = each.order().equals(choice.order());
      assertThat(sameOrder).isEqualTo(each.detours() != choice.detours());
      assertThat(sameOrder || orders.add(each.order())).as("each order once").isTrue();
      assertThat(each.order()).containsExactlyInAnyOrderElementsOf(choice.order());
      assertThat(sameOrder || isOneMove(choice.order(), each.order())).isTrue();
    }
    assertThat(orders).as("n (n - 1) moves, of which n - 1 exchanges come twice").hasSize(4 * 3 - 3);
    assertThat(neighbours).hasSize(2 + 9);
  }

  private static boolean isOneMove(List<ShuffleGroup> before, List<ShuffleGroup> after) {
    return before.stream().anyMatch(moved -> without(before, moved).equals(without(after, moved)));
  }

  private static List<ShuffleGroup> without(List<ShuffleGroup> groups, ShuffleGroup one) {
    return groups.stream().filter(group -> !group.equals(one)).toList();
  }

  @Test
  void ordersBySizeGoByBytesAndByTheMeanOfBytesAndGamma() {
    ShuffleDemand wide = Wans.shuffle("wide", 0, "A", "B", 2e9, "B", "C", 2e9, "C", "A", 2e9);
    ShuffleDemand narrow = Wans.shuffle("narrow", 0, "A", "B", 5e9);
    List<OrderChoice> choices = order(narrow, wide).bySize();

    assertThat(choices).hasSize(2).allMatch(choice -> choice.detours() == DetourLimit.ANY);
    assertThat(choices.get(0).order().get(0).bytes()).as("5e9 before 6e9").isEqualTo(5e9);
    assertThat(choices.get(1).order().get(0).bytes()).as("by the mean the wide one, which is much sooner done").isEqualTo(6e9);
  }

  private Optional<OrderChoice> search(TestRound on, List<ActiveShuffle> shuffles) {
    return new RolloutSearch(new Planner(on.network(), on.programs(), new PathShortening()::plan)).search(shuffles, DetourLimit.ANY);
  }

  @Test
  void whereNobodyWaitsNothingIsSearched() {
    assertThat(search(round, List.of())).isEmpty();
    assertThat(search(round, List.of(round.active(seconds("a", 1))))).isEmpty();
    assertThat(search(round, round.active(List.of(Wans.shuffle("a", 0, "A", "C", 1e9), Wans.shuffle("b", 0, "C", "A", 2e9))))).isEmpty();
  }

  @Test
  void whereADeadlineIsAskedForNothingIsSearched() {
    List<ShuffleDemand> demands = List.of(seconds("a", 1), seconds("b", 2).withTerms(ShuffleTerms.ORDINARY.withDeadline(9)));
    assertThat(search(round, round.active(demands))).isEmpty();
  }

  /**
   * The order that is found without a bound is better than the usual order, and no order that differs in one place or in the detours is
   * better.
   */
  @Property(tries = 25, edgeCases = EdgeCasesMode.NONE)
  void whatIsFoundIsBetterAndNoNeighbourIsBetterStill(
      @ForAll @IntRange(min = 2, max = 5) int count, @ForAll @IntRange(min = 3, max = 5) int sites, @ForAll long seed) {
    Wan wan = Programs.wan(sites, seed);
    TestRound any = new TestRound(wan);
    RandomShuffles random = new RandomShuffles(wan, seed);
    List<ActiveShuffle> shuffles = any.active(IntStream.range(0, count).mapToObj(i -> random.next(0)).toList());
    Planner planner = new Planner(any.network(), any.programs(), new PathShortening()::plan);
    Playout judge = new Playout(planner);

    Optional<OrderChoice> found = new RolloutSearch(planner, Double.POSITIVE_INFINITY).search(shuffles, DetourLimit.ANY);

    double usual = judge.cost(new OrderChoice(ShuffleGroup.shortestFirst(shuffles), DetourLimit.ANY), Double.POSITIVE_INFINITY);
    found.ifPresent(choice -> {
      double cost = judge.cost(choice, Double.POSITIVE_INFINITY);
      assertThat(cost).isLessThan(usual);
      for (OrderChoice neighbour : choice.neighbours()) {
        assertThat(judge.cost(neighbour, Double.POSITIVE_INFINITY)).isGreaterThan(cost * (1 - 2e-6));
      }
    });
    double least = shuffles.stream().mapToDouble(ActiveShuffle::gammaSeconds).sum();
    assertThat(usual).as("nobody is done sooner than alone").isGreaterThan(least * (1 - 1e-6));
  }
}
