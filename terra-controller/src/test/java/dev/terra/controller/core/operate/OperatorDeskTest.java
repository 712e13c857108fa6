package dev.terra.controller.core.operate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.terra.api.v1.ControllerMessage;
import dev.terra.controller.action.ActionText;
import dev.terra.controller.core.Harness;
import dev.terra.controller.core.operate.OperatorCommand.AllowPath;
import dev.terra.controller.core.operate.OperatorCommand.CancelShuffle;
import dev.terra.controller.core.operate.OperatorCommand.DrainAgent;
import dev.terra.controller.core.operate.OperatorCommand.DrainLink;
import dev.terra.controller.core.operate.OperatorCommand.DrainSite;
import dev.terra.controller.core.operate.OperatorCommand.PathsPerPair;
import dev.terra.controller.core.operate.OperatorCommand.SetTerms;
import dev.terra.controller.core.operate.OperatorCommand.SetTerms.Scope;
import dev.terra.controller.core.shuffle.PartialTerms;
import dev.terra.controller.view.ActionFigures;
import dev.terra.controller.view.OperatorFigures;
import dev.terra.controller.view.TermsSource;
import dev.terra.core.shuffle.ShuffleId;
import dev.terra.core.wan.LinkId;
import dev.terra.core.wan.Path;
import dev.terra.core.wan.SiteId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.Random;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** Tests that an operator's action takes effect with the next round, is recorded, and can be reverted. */
class OperatorDeskTest {
  private static final LinkId AB = LinkId.of("A", "B");

  private final Harness harness = new Harness();

  private Harness running() {
    harness.helloAll();
    harness.produced(1, "job", 1000L, 1000L);
    harness.placed(1, "job", 0, "B");
    harness.placed(1, "job", 1, "C");
    harness.round();
    return harness;
  }

  private ActionFigures act(OperatorCommand command) {
    return harness.state.operator().act(new OperatorRequest(command, "ann", "a test"), harness.nowNanos);
  }

  private OperatorFigures figures() {
    return harness.state.view(harness.nowNanos).operator();
  }

  private Map<String, Double> ratesToB() {
    harness.round();
    return harness.ratesOf(1).getOrDefault("job>B", Map.of());
  }

  private static PartialTerms weight(double weight) {
    return new PartialTerms(OptionalDouble.of(weight), OptionalInt.empty(), OptionalDouble.empty());
  }

  private static PartialTerms priority(int priority) {
    return new PartialTerms(OptionalDouble.empty(), OptionalInt.of(priority), OptionalDouble.empty());
  }

  @Example
  void nothingIsPlannedOverADrainedLinkThoughItsTunnelStays() {
    running();
    assertThat(ratesToB()).containsOnlyKeys("A-B");

    ActionFigures action = act(new DrainLink(AB, true, true));

    assertThat(action.kind()).isEqualTo("drain-link");
    assertThat(action.target()).isEqualTo("A::B");
    assertThat(action.before()).containsExactly(Map.entry("drained", "false"));
    assertThat(action.after()).containsExactly(Map.entry("drained", "true"));
    assertThat(figures().drainedLinks()).containsExactlyInAnyOrder(AB, AB.reversed());
    assertThat(ratesToB()).containsOnlyKeys("A-C-B");
    assertThat(harness.state.view(harness.nowNanos).links().get(AB).up()).as("it is not down").isTrue();

    harness.state.operator().undo(action.number(), "bob", harness.nowNanos);
    assertThat(ratesToB()).containsOnlyKeys("A-B");
    assertThat(harness.events("operator-action")).containsExactly(
        "A::B | drain-link (a1) by ann: a test", "A::B | undo of drain-link (a1) by bob");
  }

  @Example
  void oneDirectionOfALinkCanBeDrainedAlone() {
    running();
    act(new DrainLink(AB.reversed(), false, true));

    assertThat(figures().drainedLinks()).containsExactly(AB.reversed());
    assertThat(ratesToB()).containsOnlyKeys("A-B");
  }

  @Example
  void drainsThatOverlapStandEachByItself() {
    running();
    ActionFigures both = act(new DrainLink(AB, true, true));
    ActionFigures one = act(new DrainLink(AB, false, true));

    harness.state.operator().undo(both.number(), "ann", harness.nowNanos);
    assertThat(figures().drainedLinks()).as("what the other drain holds").containsExactly(AB);
    assertThat(figures().actions()).extracting(ActionFigures::inForce).containsExactly(false, true);
    assertThat(ratesToB()).containsOnlyKeys("A-C-B");

    harness.state.operator().undo(one.number(), "ann", harness.nowNanos);
    assertThat(figures().drainedLinks()).isEmpty();
    assertThat(figures().actions()).noneMatch(ActionFigures::inForce);
    assertThat(ratesToB()).containsOnlyKeys("A-B");
  }

  @Example
  void aRestoreEndsEveryDrainOfItsLink() {
    running();
    act(new DrainLink(AB, true, true));
    ActionFigures one = act(new DrainLink(AB, false, true));
    act(new DrainLink(AB, false, false));

    assertThat(figures().drainedLinks()).as("the other direction").containsExactly(AB.reversed());
    assertThat(figures().actions()).extracting(ActionFigures::inForce).containsExactly(true, false, false);
    assertThatThrownBy(
        () -> harness.state.operator().undo(one.number(), "ann", harness.nowNanos)).isInstanceOf(IllegalStateException.class);

    act(new DrainLink(AB, true, false));
    assertThat(figures().drainedLinks()).isEmpty();
    assertThat(figures().actions()).noneMatch(ActionFigures::inForce);
  }

  @Example
  void aDrainedLinkStaysDrainedWhenItsSiteIsRestored() {
    running();
    act(new DrainLink(AB, true, true));
    ActionFigures site = act(new DrainSite(Harness.B, true));

    harness.state.operator().undo(site.number(), "ann", harness.nowNanos);
    assertThat(figures().drainedSites()).isEmpty();
    assertThat(figures().drainedLinks()).containsExactlyInAnyOrder(AB, AB.reversed());
    assertThat(figures().actions()).extracting(ActionFigures::inForce).containsExactly(true, false);
  }

  @Example
  void aDrainedSiteRelaysNothingButItsOwnGoesOn() {
    running();
    act(new DrainLink(AB, true, true));
    act(new DrainSite(Harness.C, true));

    assertThat(ratesToB()).as("neither directly nor by C").isEmpty();
    assertThat(harness.ratesOf(1).get("job>C")).containsOnlyKeys("A-C");
  }

  @Example
  void nothingIsPlannedFromOrToADrainedAgent() {
    running();
    act(new DrainAgent(Harness.B, true));

    assertThat(ratesToB()).isEmpty();
    assertThat(harness.ratesOf(1)).containsOnlyKeys("job>C");
    act(new DrainAgent(Harness.B, false));
    assertThat(ratesToB()).isNotEmpty();
    assertThat(figures().actions()).extracting(ActionFigures::inForce).as("it is ordinary again").containsExactly(false, false);
  }

  @Example
  void ofADrainedAgentOnlyWhatReadersWaitForGoesOn() {
    running();
    harness.progress(1, "job", "B", 0, 0, 500);
    act(new DrainAgent(Harness.B, true));

    assertThat(ratesToB()).as("a reader waits").isNotEmpty();
    assertThat(harness.to(1)).filteredOn(ControllerMessage::hasEpoch).last()
        .satisfies(message -> assertThat(message.getEpoch().getDrained().getSitesList()).containsExactly("B"));
    harness.progress(1, "job", "B", 500, 0, 0);
    harness.round();
    assertThat(ratesToB()).as("it has all that it waited for").isEmpty();
  }

  @Example
  void aForbiddenPathHasNoTunnel() {
    running();
    act(new AllowPath(Path.of("A", "B"), false));

    assertThat(ratesToB()).containsOnlyKeys("A-C-B");
    assertThat(harness.to(1).stream().filter(message -> message.hasTunnels())).as("agents close it").hasSize(1);
    act(new AllowPath(Path.of("A", "B"), true));
    assertThat(ratesToB()).containsOnlyKeys("A-B");
  }

  @Example
  void howManyPathsThereAreCanBeSetAndLeftToTheConfiguration() {
    running();
    int configured = figures().rules().maxPaths();
    act(new PathsPerPair(OptionalInt.of(1)));
    assertThat(figures().rules().maxPaths()).isEqualTo(1);
    act(new PathsPerPair(OptionalInt.empty()));
    assertThat(figures().rules().maxPaths()).isEqualTo(configured);
  }

  @Example
  void termsAreFilledUpAndTakenBack() {
    running();
    ShuffleId job = new ShuffleId("job");
    act(new SetTerms(Scope.SHUFFLE, "job", weight(5)));
    act(new SetTerms(Scope.SHUFFLE, "job", priority(3)));
    harness.round();
    assertThat(harness.state.view(harness.nowNanos).running().get(job)).satisfies(shuffle -> {
      assertThat(shuffle.terms().weight()).isEqualTo(5);
      assertThat(shuffle.terms().priority()).isEqualTo(3);
      assertThat(shuffle.termsFrom()).isEqualTo(TermsSource.OPERATOR);
    });

    act(new SetTerms(Scope.SHUFFLE, "job", PartialTerms.NONE));
    harness.round();
    assertThat(harness.state.view(harness.nowNanos).running().get(job).termsFrom()).isEqualTo(TermsSource.ORDINARY);
  }

  @Example
  void aCancelledShuffleIsOverAndCannotBeTakenBack() {
    running();
    ActionFigures action = act(new CancelShuffle(new ShuffleId("job")));

    assertThat(action.undoable()).isFalse();
    assertThat(harness.state.view(harness.nowNanos).running()).isEmpty();
    assertThatThrownBy(() -> harness.state.operator().undo(action.number(), "bob", harness.nowNanos))
        .isInstanceOf(IllegalStateException.class).hasMessageContaining("a1");
  }

  @Example
  void whatDoesNotExistIsRefusedAndLeavesNoTrace() {
    running();
    List<OperatorCommand> unknown = List.of(new DrainLink(LinkId.of("A", "X"), true, true), new DrainSite(new SiteId("X"), true),
        new DrainAgent(new SiteId("X"), true), new AllowPath(Path.of("A", "X"), false), new SetTerms(Scope.SHUFFLE, "none", weight(2)),
        new SetTerms(Scope.JOB, "none", weight(2)), new CancelShuffle(new ShuffleId("none")));

    unknown.forEach(command -> assertThatThrownBy(() -> act(command)).as(command.kind()).isInstanceOf(NoSuchElementException.class));

    assertThat(figures().actions()).isEmpty();
    assertThat(harness.events("operator-action")).isEmpty();
    assertThatThrownBy(() -> harness.state.operator().undo(1, "ann", 0)).isInstanceOf(NoSuchElementException.class)
        .hasMessageContaining("a1");
    act(new SetTerms(Scope.QUEUE, "one that is not there yet", weight(2)));
  }

  @Example
  void onlyTheLastActionOnAThingCanBeTakenBack() {
    running();
    ActionFigures first = act(new SetTerms(Scope.QUEUE, "q", weight(2)));
    ActionFigures second = act(new SetTerms(Scope.QUEUE, "q", weight(3)));

    assertThatThrownBy(() -> harness.state.operator().undo(first.number(), "ann", 0)).isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("not in force");
    harness.state.operator().undo(second.number(), "ann", harness.nowNanos);
    assertThat(figures().actions()).extracting(ActionFigures::inForce).as("the first holds again").containsExactly(true, false);
    harness.state.operator().undo(first.number(), "ann", harness.nowNanos);
    assertThat(figures().actions()).extracting(ActionFigures::inForce).containsExactly(false, false);
  }

  private static OperatorCommand any(Random random) {
    List<LinkId> links = Harness.wan().links().stream().map(link -> link.id()).toList();
    SiteId site = Harness.wan().sites().get(random.nextInt(3)).id();
    LinkId link = links.get(random.nextInt(links.size()));
    return switch (random.nextInt(6)) {
      case 0 -> new DrainLink(link, random.nextBoolean(), random.nextInt(3) > 0);
      case 1 -> new DrainSite(site, random.nextInt(3) > 0);
      case 2 -> new DrainAgent(site, random.nextInt(3) > 0);
      case 3 -> new AllowPath(Path.of(List.of(link.from(), link.to())), random.nextBoolean());
      case 4 -> new PathsPerPair(random.nextBoolean() ? OptionalInt.empty() : OptionalInt.of(1 + random.nextInt(3)));
      default -> new SetTerms(
          Scope.QUEUE, "q" + random.nextInt(2), random.nextBoolean() ? weight(1 + random.nextInt(9)) : PartialTerms.NONE);
    };
  }

  private static List<Object> wanted(Harness harness) {
    OperatorFigures figures = harness.state.view(harness.nowNanos).operator();
    return List.of(figures.rules(), figures.drainedLinks(), figures.drainedSites(), figures.drainedAgents());
  }

  @Property(tries = 100)
  void whatIsInForceIsTakenBackFromTheLastToTheFirst(@ForAll long seed) {
    Random random = new Random(seed);
    Harness life = new Harness();
    life.helloAll();
    List<Object> ordinary = wanted(life);
    for (int step = 0; step < 20; step++) {
      life.state.operator().act(new OperatorRequest(any(random), "ann", ""), life.nowNanos);
    }
    List<ActionFigures> actions = new ArrayList<>(life.state.view(life.nowNanos).operator().actions());
    assertThat(actions).hasSize(20).extracting(ActionFigures::number).isSorted();
    for (int undone = 0; undone < 100; undone++) {
      List<ActionFigures> left = undoable(life);
      if (left.isEmpty()) {
        break;
      }
      life.state.operator().undo(left.get(left.size() - 1).number(), "bob", life.nowNanos);
    }
    assertThat(wanted(life)).isEqualTo(ordinary);
    assertThat(life.state.view(life.nowNanos).operator().actions()).noneMatch(ActionFigures::inForce);
  }

  @Property(tries = 100)
  void whatIsInForceIsTakenBackInAnyOrder(@ForAll long seed) {
    Random random = new Random(seed);
    Harness life = new Harness();
    life.helloAll();
    List<Object> ordinary = wanted(life);
    for (int step = 0; step < 12; step++) {
      life.state.operator().act(new OperatorRequest(any(random), "ann", ""), life.nowNanos);
    }
    List<ActionFigures> left = undoable(life);
    for (int undone = 0; !left.isEmpty() && undone < 100; undone++) {
      life.state.operator().undo(left.get(random.nextInt(left.size())).number(), "bob", life.nowNanos);
      left = undoable(life);
    }
    assertThat(wanted(life)).isEqualTo(ordinary);
  }

  private static List<ActionFigures> undoable(Harness life) {
    return life.state.view(life.nowNanos).operator().actions().stream().filter(ActionFigures::undoable).toList();
  }

  @Property(tries = 60)
  void agentsAreNeverToldToUseWhatWasTakenOut(@ForAll long seed) {
    Random random = new Random(seed);
    Harness life = new Harness();
    life.helloAll();
    for (int step = 0; step < 40; step++) {
      life.at(10 + step * 0.3);
      int who = random.nextInt(3);
      life.produced(who + 1, "job_" + random.nextInt(4), (long) random.nextInt(100_000), (long) random.nextInt(100_000));
      life.placed(who + 1, "job_" + random.nextInt(4), random.nextInt(2), List.of("A", "B", "C").get(random.nextInt(3)));
      life.state.operator().act(new OperatorRequest(any(random), "ann", ""), life.nowNanos);
      life.network(events -> { });
      life.round();
      check(life);
    }
  }

  private static void check(Harness life) {
    OperatorFigures wanted = life.state.view(life.nowNanos).operator();
    for (long stream = 1; stream <= 3; stream++) {
      life.ratesOf(stream).values().forEach(byPath -> byPath.keySet().forEach(name -> {
        Path path = Path.of(name.split("-"));
        assertThat(path.links()).noneMatch(wanted.drainedLinks()::contains);
        assertThat(path.sites().subList(1, path.sites().size() - 1)).noneMatch(wanted.drainedSites()::contains);
        assertThat(path.sites()).noneMatch(wanted.drainedAgents()::contains);
        assertThat(wanted.rules().forbiddenPaths()).doesNotContain(path);
      }));
    }
  }

  private static final long FIRST_START = 1_000_000;
  private static final long NEXT_START = 1_600_000;

  /** Encodes actions, and returns them as the next leader decodes them. */
  private static KeptActions through(KeptActions kept, List<String> problems) {
    return new ActionText(NEXT_START).decode(new ActionText(FIRST_START).encode(kept), problems::add);
  }

  private static KeptActions through(KeptActions kept) {
    List<String> problems = new ArrayList<>();
    KeptActions read = through(kept, problems);
    assertThat(problems).isEmpty();
    return read;
  }

  @Example
  void theNextLeaderHasWhatOperatorsDidBeforeItsFirstRound() {
    List<KeptActions> kept = new ArrayList<>();
    harness.state.operator().restore(KeptActions.NONE, FIRST_START, kept::add);
    running();
    act(new DrainLink(AB, true, true));
    act(new SetTerms(Scope.SHUFFLE, "job", new PartialTerms(OptionalDouble.empty(), OptionalInt.of(7), OptionalDouble.of(700))));
    act(new DrainSite(new SiteId("C"), true));
    harness.state.operator().undo(3, "bob", harness.nowNanos);
    act(new CancelShuffle(new ShuffleId("job")));

    Harness next = new Harness();
    List<KeptActions> again = new ArrayList<>();
    next.state.operator().restore(through(kept.get(kept.size() - 1)), NEXT_START, again::add);
    OperatorFigures figures = next.state.view(next.nowNanos).operator();
    assertThat(figures.drainedLinks()).containsExactlyInAnyOrder(AB, AB.reversed());
    assertThat(figures.drainedSites()).isEmpty();
    assertThat(figures.actions()).extracting(ActionFigures::number).containsExactly(1L, 2L, 3L);
    assertThat(figures.actions()).extracting(ActionFigures::inForce).containsExactly(true, true, false);
    assertThat(figures.actions()).extracting(ActionFigures::by).containsOnly("ann");
    assertThat(figures.actions().get(1).after()).containsEntry("priority", "7").containsEntry("deadlineUptimeSeconds", "100.0");

    ActionFigures later = next.state.operator().act(new OperatorRequest(new DrainSite(new SiteId("B"), true), "cy", ""), next.nowNanos);
    assertThat(later.number()).as("above all before, also those that are not kept").isEqualTo(5);
    next.state.operator().undo(1, "cy", next.nowNanos);
    assertThat(next.state.view(next.nowNanos).operator().drainedLinks()).isEmpty();
    assertThat(again).hasSize(2);
  }

  @Example
  void aKeptActionThatIsBadLosesOnlyItself() {
    Harness next = new Harness();
    String text = """
        terra-actions 1 9
        1 5 ann = drain-link A B both
        2 5 ann = drain-link A Nowhere both
        nonsense
        3 x ann = undo
        4 5 ann = paths-per-pair many
        5 5 ann = launch
        6 5 ann = undo
        -7 5 ann = undo
        8 5 ann %zz drain-site C
        9 5 ann = drain-site C
        """;
    List<String> problems = new ArrayList<>();
    next.state.operator().restore(new ActionText(NEXT_START).decode(text, problems::add), NEXT_START, kept -> { });

    OperatorFigures figures = next.state.view(next.nowNanos).operator();
    assertThat(figures.drainedLinks()).containsExactlyInAnyOrder(AB, AB.reversed());
    assertThat(figures.drainedSites()).containsExactly(new SiteId("C"));
    assertThat(problems).hasSize(6);
    assertThat(next.events("request-refused")).hasSize(2).anyMatch(event -> event.contains("Nowhere"));
    assertThat(new ActionText(0).decode("something else", problems::add)).isEqualTo(KeptActions.NONE);
    assertThat(problems).hasSize(7);
  }

  @Example
  void whatIsKeptIsBoundedAndHasWhatHolds() {
    List<KeptActions> kept = new ArrayList<>();
    harness.state.operator().restore(KeptActions.NONE, FIRST_START, kept::add);
    act(new DrainLink(AB, true, true));
    for (int i = 0; i < 3 * OperatorDesk.MOST_KEPT; i++) {
      act(new DrainSite(new SiteId("C"), i % 2 == 0));
    }
    assertThat(kept).allSatisfy(each -> assertThat(each.actions()).hasSizeLessThanOrEqualTo(OperatorDesk.MOST_KEPT));

    Harness next = new Harness();
    next.state.operator().restore(through(kept.get(kept.size() - 1)), NEXT_START, again -> { });
    assertThat(next.state.view(next.nowNanos).operator().drainedLinks()).containsExactlyInAnyOrder(AB, AB.reversed());
    assertThat(next.state.view(next.nowNanos).operator().drainedSites()).isEmpty();
  }
}
