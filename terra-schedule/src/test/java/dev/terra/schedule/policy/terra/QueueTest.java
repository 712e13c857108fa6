package dev.terra.schedule.policy.terra;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.terra.core.wan.Wan;
import dev.terra.schedule.ShuffleDemand;
import dev.terra.schedule.ShuffleTerms;
import dev.terra.schedule.Wans;
import dev.terra.schedule.policy.round.ActiveShuffle;
import dev.terra.schedule.policy.round.ServiceOrder;
import dev.terra.schedule.policy.round.TestRound;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** Tests of the order of shuffles: groups, chosen orders, the aged shuffle, promises. Gamma from A to B is bytes / 250e6 s. */
class QueueTest {
  private static final double ALL = 250e6;
  private static final ShuffleTerms ORDINARY = ShuffleTerms.ORDINARY;

  private final Wan wan = Wans.evenTriangle();
  private final TestRound round = new TestRound(wan);
  private final Planner planner = new Planner(round.network(), round.programs(), RatePlan::of);

  private static ShuffleDemand seconds(String id, double arrival, double gamma) {
    return Wans.shuffle(id, arrival, "A", "B", gamma * ALL);
  }

  private static List<String> names(List<ActiveShuffle> shuffles) {
    return shuffles.stream().map(shuffle -> shuffle.demand().id().value()).toList();
  }

  private List<String> grouped(ShuffleDemand... demands) {
    return names(ShuffleGroup.inOrder(ShuffleGroup.shortestFirst(round.active(List.of(demands)))));
  }

  @Test
  void groupsGoByThePriorityThenByGammaPerWeightThenByArrival() {
    assertThat(grouped(seconds("long", 0, 5), seconds("short", 1, 1))).containsExactly("short", "long");
    assertThat(grouped(seconds("long", 0, 5).withTerms(ORDINARY.withWeight(6)), seconds("short", 1, 1))).containsExactly("long", "short");
    assertThat(grouped(seconds("short", 0, 1), seconds("long", 0, 5).withTerms(ORDINARY.withPriority(1)))).containsExactly("long", "short");
    assertThat(grouped(seconds("later", 1, 1), seconds("first", 0, 1))).containsExactly("first", "later");
    assertThat(grouped(seconds("b", 0, 1), seconds("a", 0, 1))).containsExactly("a", "b");
  }

  @Test
  void aGroupGoesByTheSumAndInsideByArrival() {
    assertThat(grouped(seconds("one", 0, 3), seconds("edge-2", 1, 0.5).withGroup("dag"), seconds("edge-1", 0, 3).withGroup("dag")))
        .containsExactly("one", "edge-1", "edge-2");
    assertThat(grouped(seconds("one", 0, 4), seconds("edge-2", 1, 0.5).withGroup("dag"), seconds("edge-1", 0, 3).withGroup("dag")))
        .containsExactly("edge-1", "edge-2", "one");
    ShuffleDemand heavy = seconds("edge-1", 0, 3).withGroup("dag").withTerms(ORDINARY.withWeight(2));
    assertThat(grouped(seconds("edge-2", 1, 0.5).withGroup("dag"), heavy))
        .as("of different weights they are apart").containsExactly("edge-2", "edge-1");
  }

  @Test
  void aGroupKnowsItsSumsAndItsLongest() {
    ShuffleGroup group = ShuffleGroup.shortestFirst(round.active(List.of(
        seconds("a", 0, 1).withGroup("dag").withTerms(ORDINARY.withWeight(2).withPriority(7)),
        seconds("b", 1, 3).withGroup("dag").withTerms(ORDINARY.withWeight(2).withPriority(7))))).get(0);

    assertThat(group.gammaSeconds()).isCloseTo(4, within(1e-6));
    assertThat(group.leastSeconds()).isCloseTo(3, within(1e-6));
    assertThat(group.bytes()).isEqualTo(4 * ALL);
    assertThat(group.weight()).isEqualTo(2);
    assertThat(group.priority()).isEqualTo(7);
  }

  @Test
  void theSimpleOrderKnowsNoGroups() {
    List<ActiveShuffle> shuffles = round.active(List.of(seconds("b", 0, 2).withGroup("dag"), seconds("a", 0, 1),
        seconds("c", 0, 9).withGroup("dag"),
        seconds("d", 0, 20).withTerms(ORDINARY.withPriority(1)), seconds("e", 0, 4).withTerms(ORDINARY.withWeight(8))));

    assertThat(names(ServiceOrder.shortestFirst(shuffles))).containsExactly("d", "e", "a", "b", "c");
  }

  /** Returns a chosen order that searches with this test's planner. */
  private ChosenOrder chosen() {
    return new ChosenOrder(new RolloutSearch(planner));
  }

  /**
   * Returns one wide shuffle and three narrow ones, which share its links. It is better that the wide one waits, although it is shorter.
   */
  private List<ShuffleDemand> wideAndNarrow(double wide) {
    double half = ALL / 2;
    return List.of(Wans.shuffle("wide", 0, "A", "B", wide * half, "A", "C", wide * half, "B", "C", wide * half, "B", "A", wide * half,
            "C", "A", wide * half, "C", "B", wide * half),
        Wans.shuffle("n-1", 0, "A", "B", 1.1 * half, "A", "C", 1.1 * half),
        Wans.shuffle("n-2", 0, "B", "C", 1.1 * half, "B", "A", 1.1 * half),
        Wans.shuffle("n-3", 0, "C", "A", 1.1 * half, "C", "B", 1.1 * half));
  }

  @Test
  void aBetterOrderIsKeptUntilSomebodyComesOrGrows() {
    ChosenOrder chosen = chosen();
    List<ActiveShuffle> shuffles = round.active(wideAndNarrow(1));
    chosen.consider(shuffles, DetourLimit.ANY);
    List<ActiveShuffle> usual = ShuffleGroup.inOrder(ShuffleGroup.shortestFirst(shuffles));
    assertThat(names(usual).get(0)).isEqualTo("wide");
    assertThat(names(chosen.improve(usual)).get(3)).isEqualTo("wide");
    assertThat(chosen.detours()).isPresent();
    long solved = round.programs().solved();

    round.update(shuffles.get(0), wideAndNarrow(1.2).get(0));
    chosen.consider(shuffles, DetourLimit.ANY);
    chosen.consider(shuffles.subList(0, 3), DetourLimit.ANY);
    assertThat(round.programs().solved()).as("a fifth more, or one that is done, calls for no search").isLessThanOrEqualTo(solved + 1);

    round.update(shuffles.get(0), wideAndNarrow(1.3).get(0));
    long before = round.programs().solved();
    chosen.consider(shuffles, DetourLimit.ANY);
    assertThat(round.programs().solved()).as("a third more does").isGreaterThan(before + 1);
  }

  @Test
  void anotherPriorityCallsForASearchAndWhoIsNotRankedComesLast() {
    ChosenOrder chosen = chosen();
    List<ActiveShuffle> shuffles = round.active(wideAndNarrow(1));
    chosen.consider(shuffles, DetourLimit.ANY);
    long solved = round.programs().solved();
    for (int raised : new int[] {1, 2}) {
      round.update(shuffles.get(raised), wideAndNarrow(1).get(raised).withTerms(ORDINARY.withPriority(1)));
    }
    chosen.consider(shuffles, DetourLimit.ANY);
    assertThat(round.programs().solved()).isGreaterThan(solved);

    ActiveShuffle unknown = round.active(seconds("unknown", 0, 0.001));
    List<ActiveShuffle> order = new ArrayList<>(List.of(unknown));
    order.addAll(shuffles);
    assertThat(names(chosen().improve(order))).as("without a choice nothing moves").isEqualTo(names(order));
  }

  @Test
  void theOldestOfTheAgedGetsATenthOfEveryLinkFirst() {
    AgeGuard guard = new AgeGuard(planner, true);
    ActiveShuffle old = round.active(seconds("old", 0, 10));
    ActiveShuffle older = round.active(seconds("older", -5, 10));
    ActiveShuffle young = round.active(seconds("young", 99, 10));
    List<ActiveShuffle> all = List.of(old, older, young);
    guard.begin(all);

    guard.serve(all, 94.9);
    assertThat(TestRound.rate(older)).as("patience is ten Gammas").isZero();
    guard.serve(all, 101);
    assertThat(TestRound.rate(older)).isCloseTo(0.1 * ALL, within(10.0));
    assertThat(TestRound.rate(old) + TestRound.rate(young)).isZero();
    assertThat(round.left("A", "B")).isCloseTo(0.9 * ALL / 2, within(10.0));
  }

  @Test
  void theLaneIsNoMoreThanWhatPromisesLeave() {
    AgeGuard guard = new AgeGuard(planner, false);
    ActiveShuffle old = round.active(seconds("old", 0, 1));
    guard.begin(List.of(old));
    round.network().open(0.04);
    guard.serve(List.of(old), 1000);

    assertThat(TestRound.rate(old)).isCloseTo(0.04 * ALL, within(10.0));
  }

  @Test
  void whoHasNothingLeftIsNotAged() {
    AgeGuard guard = new AgeGuard(planner, true);
    ActiveShuffle done = round.active(seconds("done", 0, 0));
    ActiveShuffle old = round.active(seconds("old", 1, 1));
    guard.begin(List.of(done, old));
    guard.serve(List.of(done, old), 1000);

    assertThat(TestRound.rate(old)).isCloseTo(0.1 * ALL, within(10.0));
  }

  @Test
  void aPromiseIsKeptFirstAndARefusedOneComesLast() {
    OrderedPlans plans = new OrderedPlans(planner, true);
    AdmissionControl admission = new AdmissionControl(planner, plans);
    ActiveShuffle promised = round.active(seconds("promised", 0, 2).withTerms(ORDINARY.withDeadline(4)));
    ActiveShuffle refused = round.active(seconds("refused", 0, 9).withTerms(ORDINARY.withDeadline(4)));
    ActiveShuffle plain = round.active(seconds("plain", 0, 50));
    List<ActiveShuffle> all = List.of(refused, plain, promised);
    admission.begin(all);

    assertThat(names(admission.serve(all, 0))).containsExactly("promised");
    assertThat(TestRound.rate(promised)).isCloseTo(1.01 * ALL / 2, within(10.0));
    assertThat(admission.isRejected(refused)).isTrue();
    assertThat(admission.isRejected(promised)).isFalse();
    assertThat(admission.rejections()).containsOnlyKeys(refused);
    assertThat(names(admission.withoutPromise(all, UnaryOperator.identity()))).containsExactly("plain", "refused");
    UnaryOperator<List<ActiveShuffle>> backwards = list -> {
      List<ActiveShuffle> reversed = new ArrayList<>(list);
      Collections.reverse(reversed);
      return reversed;
    };
    assertThat(names(admission.withoutPromise(List.of(plain, refused, round.active(seconds("more", 0, 1))), backwards)))
        .containsExactly("more", "plain", "refused");
  }

  @Test
  void aPromiseThatIsLateRunsAsFastAsItCan() {
    OrderedPlans plans = new OrderedPlans(planner, true);
    AdmissionControl admission = new AdmissionControl(planner, plans);
    ActiveShuffle promised = round.active(seconds("promised", 0, 2).withTerms(ORDINARY.withDeadline(4)));
    admission.begin(List.of(promised));
    admission.serve(List.of(promised), 0);
    promised.bundles().rates().clear();
    round.network().open(1);
    admission.serve(List.of(promised), 5);

    assertThat(TestRound.rate(promised)).isCloseTo(ALL, within(10.0));
  }

  @Test
  void earlierPromisesBindLaterOnes() {
    AdmissionControl admission = new AdmissionControl(planner, new OrderedPlans(planner, true));
    ActiveShuffle first = round.active(seconds("first", 0, 3).withTerms(ORDINARY.withDeadline(4)));
    ActiveShuffle second = round.active(seconds("second", 1, 2).withTerms(ORDINARY.withDeadline(4)));
    admission.begin(List.of(second, first));
    admission.serve(List.of(second, first), 0);

    assertThat(admission.rejections().get(second)).startsWith("deadline cannot be met: needs ")
        .endsWith("s on what is left, has 4.00000 s");
    assertThat(admission.isRejected(first)).isFalse();
  }

  @Test
  void withoutAPathNothingIsPromisedAndWithoutBytesEverything() {
    Wan cut = wan.keepLinks(link -> !link.id().to().name().equals("B"));
    round.network().update(cut);
    round.network().open(1);
    AdmissionControl admission = new AdmissionControl(planner, new OrderedPlans(planner, true));
    ActiveShuffle lost = round.active(seconds("lost", 0, 1).withTerms(ORDINARY.withDeadline(4)));
    ActiveShuffle empty = round.active(seconds("empty", 0, 0).withTerms(ORDINARY.withDeadline(4)));
    admission.begin(List.of(lost, empty));

    assertThat(names(admission.serve(List.of(lost, empty), 0))).containsExactly("empty");
    assertThat(admission.rejections().get(lost)).isEqualTo("deadline cannot be met: no path for bundle A:B");
  }
}
