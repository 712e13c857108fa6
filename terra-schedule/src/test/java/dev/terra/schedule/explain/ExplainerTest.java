package dev.terra.schedule.explain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import com.google.common.collect.ImmutableList;
import dev.terra.core.shuffle.ShuffleId;
import dev.terra.core.wan.LinkId;
import dev.terra.core.wan.Path;
import dev.terra.core.wan.Wan;
import dev.terra.schedule.PolicyName;
import dev.terra.schedule.Scheduler;
import dev.terra.schedule.SchedulerConfig;
import dev.terra.schedule.ShuffleDemand;
import dev.terra.schedule.ShuffleTerms;
import dev.terra.schedule.SolverName;
import dev.terra.schedule.Wans;
import dev.terra.schedule.check.RandomShuffles;
import dev.terra.schedule.explain.Place.Basis;
import dev.terra.schedule.path.PathRules;
import dev.terra.schedule.path.PathSets;
import dev.terra.schedule.policy.PolicyScheduler;
import java.util.List;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

class ExplainerTest {
  /** The capacity of each of the three links in each direction, bytes/s. */
  private static final double LINK = 125e6;

  private final Wan wan = Wans.evenTriangle();
  private PolicyName policy = PolicyName.TERRA_PLUS;

  private Scheduler scheduler(Wan planned) {
    return new PolicyScheduler(SchedulerConfig.of(policy), new PathSets(planned, PathRules.defaults()));
  }

  private ScheduledRound round(Wan planned, Wan now, List<ShuffleDemand> shuffles) {
    return new ScheduledRound(planned, PathRules.defaults(), now, ImmutableList.copyOf(shuffles), 0,
        scheduler(planned).schedule(now, shuffles, 0));
  }

  private Explanation explain(ScheduledRound round, String id) {
    return new Explainer(round, PolicyScheduler.solver(SolverName.FAST))
        .explain(new ShuffleId(id), 10).orElseThrow();
  }

  private Explanation explain(String id, ShuffleDemand... shuffles) {
    return explain(round(wan, wan, List.of(shuffles)), id);
  }

  private static ShuffleDemand bytes(String id, double bytes) {
    return Wans.shuffle(id, 0, "A", "B", bytes);
  }

  @Test
  void aShuffleAloneHasAllPathsAndNobodyAhead() {
    Explanation alone = explain("s", bytes("s", 2 * LINK));

    assertThat(alone.place()).extracting(Place::position, Place::of, Place::basis).containsExactly(1, 1, Basis.ONLY_ONE);
    assertThat(alone.limits().gammaSeconds()).isCloseTo(1, within(1e-6));
    assertThat(alone.contenders()).isEmpty();
    assertThat(alone.bundles()).singleElement().satisfies(bundle -> {
      assertThat(bundle.bytesPerSecond()).isCloseTo(2 * LINK, within(1.0));
      assertThat(bundle.paths()).extracting(Explanation.PathUse::path).containsExactlyInAnyOrder(Path.of("A", "B"), Path.of("A", "C", "B"));
      assertThat(bundle.paths()).allMatch(path -> path.full().isPresent() && path.bytesPerSecond() > 0);
    });
  }

  @Test
  void theShortOneGoesFirstAndTheLongOneSaysWhoSendsOnItsLinks() {
    ShuffleDemand small = bytes("small", 2 * LINK);
    ShuffleDemand large = bytes("large", 8 * LINK);

    Explanation first = explain("small", small, large);
    Explanation second = explain("large", small, large);

    assertThat(first.place()).extracting(Place::position, Place::basis).containsExactly(1, Basis.SHORTEST);
    assertThat(first.place().sentence()).isEqualTo("shortest first: its Gamma of 1.00 s, before large with 4.00 s");
    assertThat(second.place()).extracting(Place::position, Place::basis).containsExactly(2, Basis.SHORTEST);
    assertThat(second.place().ahead()).containsExactly(new ShuffleId("small"));
    assertThat(second.contenders()).isNotEmpty().allMatch(each -> each.shuffle().equals(new ShuffleId("small")));
    assertThat(second.bundles().get(0).bytesPerSecond()).isZero();
    assertThat(second.bundles().get(0).paths()).allMatch(path -> path.full().isPresent());
  }

  @Test
  void aPriorityAPromiseAndARefusalAreNamed() {
    ShuffleDemand small = bytes("small", 2 * LINK);
    ShuffleDemand large = bytes("large", 8 * LINK);
    ShuffleDemand urgent = large.withTerms(ShuffleTerms.ORDINARY.withPriority(3));

    assertThat(explain("large", small, urgent).place()).extracting(Place::position, Place::basis).containsExactly(1, Basis.PRIORITY);
    assertThat(explain("large", small, urgent).place().sentence()).startsWith("priority 3 before small with 0");
    assertThat(explain("small", small, urgent).place()).extracting(Place::position, Place::basis).containsExactly(2, Basis.PRIORITY);
    ShuffleDemand idle = small.withTerms(ShuffleTerms.ORDINARY.withPriority(ShuffleTerms.IDLE_PRIORITY));
    assertThat(explain("small", idle, large).place().sentence()).startsWith("none of its bytes have moved although it has rates");
    assertThat(explain("large", small, large.withTerms(ShuffleTerms.ORDINARY.withDeadline(20))).place())
        .extracting(Place::position, Place::basis).containsExactly(1, Basis.DEADLINE);
    Place refused = explain("large", small, large.withTerms(ShuffleTerms.ORDINARY.withDeadline(2))).place();
    assertThat(refused).extracting(Place::position, Place::basis).containsExactly(2, Basis.DEADLINE_REFUSED);
    assertThat(refused.sentence()).startsWith("deadline cannot be met: needs").endsWith("it gets what others leave");
  }

  @Test
  void aGroupHasItsPlaceAsAWhole() {
    ShuffleDemand other = bytes("join-2", 9 * LINK).withGroup("dag");
    Explanation join = explain("join-1", bytes("join-1", LINK).withGroup("dag"), other, bytes("one", 2 * LINK));

    assertThat(join.place()).extracting(Place::position, Place::basis).containsExactly(2, Basis.SHORTEST);
    assertThat(join.place().groupGammaSeconds()).isCloseTo(5, within(1e-6));
    assertThat(join.place().sentence()).isEqualTo("shortest first: its group's Gamma of 5.00 s, after one with 1.00 s");
  }

  @Test
  void anOrderThatASearchFoundIsCalledThat() {
    Wan swan = Wans.load("swan");
    List<Basis> bases = IntStream.range(0, 20).boxed().flatMap(seed -> {
      RandomShuffles random = new RandomShuffles(swan, seed);
      ScheduledRound round = round(swan, swan, IntStream.range(0, 6).mapToObj(i -> random.next(0)).toList());
      PlaceSearch places = new PlaceSearch(round);
      return round.shuffles().stream().map(shuffle -> places.place(shuffle.id()).basis());
    }).toList();

    assertThat(bases).contains(Basis.SEARCH, Basis.SHORTEST).doesNotContain(Basis.DEADLINE, Basis.PRIORITY, Basis.POLICY);
  }

  @Test
  void thePapersPolicyGoesByGammaAloneAndABaselineByItsOwnRule() {
    policy = PolicyName.TERRA;
    assertThat(explain("a", bytes("a", LINK).withGroup("g"), bytes("b", 9 * LINK).withGroup("g")).place())
        .extracting(Place::basis, place -> Math.round(place.groupGammaSeconds() * 2)).containsExactly(Basis.SHORTEST, 1L);
    policy = PolicyName.MPTCP;
    assertThat(explain("a", bytes("a", LINK), bytes("b", 9 * LINK)).place().basis()).isEqualTo(Basis.POLICY);
  }

  @Test
  void remediesSayWhatALinkIsWorth() {
    Explanation explanation = explain("s", Wans.shuffle("s", 0, "A", "B", LINK, "C", "B", LINK));

    assertThat(explanation.remedies()).hasSize(2).allSatisfy(remedy -> {
      assertThat(remedy.links()).hasSize(1);
      assertThat(remedy.gammaSeconds()).isCloseTo(1 / 1.05, within(1e-6));
      assertThat(remedy.savedSeconds()).isCloseTo(1 - 1 / 1.05, within(1e-6));
    });
    assertThat(explain("s", bytes("s", 2 * LINK)).remedies()).extracting(Explanation.Remedy::links)
        .containsExactly(ImmutableList.of(LinkId.of("A", "B")), ImmutableList.of(LinkId.of("A", "C"), LinkId.of("C", "B")));
  }

  @Test
  void aBundleWithoutAPathIsSaidToHaveNone() {
    Wan cut = wan.keepLinks(link -> !link.id().to().name().equals("B"));
    Explanation lost = explain(round(wan, cut, List.of(Wans.shuffle("s", 0, "A", "B", LINK, "A", "C", LINK), bytes("t", 1))), "s");

    assertThat(lost.place().basis()).isEqualTo(Basis.UNCONNECTED);
    assertThat(lost.place().sentence()).isEqualTo("no path for bundle A:B");
    assertThat(lost.limits().gammaSeconds()).isInfinite();
    assertThat(lost.remedies()).isEmpty();
  }

  @Test
  void whatTheRoundDoesNotKnowIsNotExplainedAndAWrongShareIsRefused() {
    Explainer explainer = new Explainer(round(wan, wan, List.of(bytes("s", 1))), PolicyScheduler.solver(SolverName.FAST));

    assertThat(explainer.explain(new ShuffleId("other"), 10)).isEmpty();
    assertThatThrownBy(() -> explainer.explain(new ShuffleId("s"), 0)).hasMessageContaining("got 0.0");
  }

  /** No shuffle is done sooner than it would be alone, and a playout neither loses nor adds bytes. */
  @Property(tries = 20)
  void nobodyIsExpectedSoonerThanItsGamma(@ForAll long seed) {
    Wan swan = Wans.load("swan");
    RandomShuffles random = new RandomShuffles(swan, seed);
    List<ShuffleDemand> shuffles = IntStream.range(0, 6).mapToObj(i -> random.next(0)).toList();
    ScheduledRound round = round(swan, swan, shuffles);

    Projection ahead = Projection.of(scheduler(swan), round);

    assertThat(ahead.finishSeconds()).hasSize(6);
    round.allocation().shuffles().forEach(shuffle ->
        assertThat(ahead.finishSeconds().get(shuffle.id())).isGreaterThan(shuffle.gammaSeconds() * (1 - 1e-6)));
  }
}
