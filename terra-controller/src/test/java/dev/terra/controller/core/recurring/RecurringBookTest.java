package dev.terra.controller.core.recurring;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.ImmutableMap;
import com.google.common.collect.ImmutableSet;
import dev.terra.controller.core.recurring.RecurringModel.Input;
import dev.terra.controller.core.recurring.RecurringModel.Outcome;
import dev.terra.controller.core.recurring.RecurringModel.Run;
import dev.terra.controller.core.recurring.RecurringSettings.Knob;
import dev.terra.controller.core.recurring.RecurringSettings.Mode;
import dev.terra.controller.view.JobPattern;
import dev.terra.controller.view.RecurringFigures;
import dev.terra.controller.view.RecurringState;
import dev.terra.controller.view.RecurringState.Counts;
import dev.terra.core.recurring.TriedChoice;
import java.util.ArrayList;
import java.util.List;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

/** Tests of the runs of a recurring job: which choices they use, what they cost, when they return and when they count. */
class RecurringBookTest {
  private static final Input TEXT = new Input(10_000_000, 0.2);
  private static final Input COMPRESSED = new Input(10_000_000, 1);
  private static final Offset<Double> EXACT = Offset.offset(1e-12);
  private static final double QUIET_SECONDS = RecurringRun.LINGER_NANOS / 1e9 + 1;

  private static RecurringSettings settings(Mode mode, Knob... knobs) {
    return new RecurringSettings(ImmutableMap.of("etl", mode), 0.5, RecurringModel.USD_PER_HOUR, 10, ImmutableSet.copyOf(knobs));
  }

  private static RecurringModel learning() {
    return RecurringModel.learning(settings(Mode.LEARN, Knob.COMPRESSION));
  }

  private static List<Integer> choices(RecurringModel model) {
    return model.figures().state().results().stream().map(TriedChoice::choice).toList();
  }

  @Test
  void aRunCostsItsBytesOnLinksAndItsTime() {
    RecurringModel model = learning();
    Outcome outcome = model.run(TEXT);

    RecurringState state = model.figures().state();
    assertThat(state.job()).isEqualTo(new JobPattern("ann", "etl", "load of #"));
    assertThat(state.counts()).isEqualTo(new Counts(1, 0, 0, 0));
    assertThat(state.results()).singleElement().satisfies(result -> {
      assertThat(result.choice()).isEqualTo(state.usual());
      assertThat(result.reached()).isTrue();
      assertThat(result.cost()).isEqualTo(outcome.cost(), EXACT);
    });
    assertThat(outcome.usd()).as("a fifth of 10 MB, on two links or three").isBetween(0.002 * 0.04, 0.0021 * 0.09);
  }

  @Test
  void aRunThatWouldCostTwiceAsMuchReturnsInMidJob() {
    RecurringModel model = learning();
    Input text = new Input(1_000_000_000, 0.1, 20_000_000);
    double usual = model.run(text).cost();
    Outcome tried = model.run(text);

    RecurringFigures figures = model.figures();
    assertThat(figures.state().counts().returned()).isEqualTo(1);
    assertThat(figures.state().results().get(1).reached()).isFalse();
    assertThat(figures.state().results().get(1).cost()).as("its limit at least").isGreaterThanOrEqualTo(2 * usual);
    assertThat(tried.cost()).isBetween(1.5 * usual, 2.05 * usual);
    assertThat(model.harness().events("recurring-returned")).singleElement().asString().contains("compression off");
    assertThat(figures.state().counts().saved()).isEqualTo(usual - tried.cost(), EXACT);
    model.run(text);
    model.run(text);
    assertThat(choices(model)).as("without compression is ruled out").endsWith(0, 0);
  }

  @Test
  void runsMayOverlap() {
    RecurringModel model = learning();
    for (int pair = 0; pair < 2; pair++) {
      Run exploring = model.begin(COMPRESSED);
      Run other = model.begin(COMPRESSED);
      assertThat(model.figures().running()).isEqualTo(2);
      model.finish(exploring, other);
      model.pass(QUIET_SECONDS);
    }

    assertThat(model.figures().running()).isZero();
    assertThat(choices(model)).as("one explores, the other has the best so far").containsExactlyInAnyOrder(0, 0, 0, 1);
    assertThat(model.figures().state().explored()).extracting(TriedChoice::choice).containsExactly(0, 1);
  }

  @Test
  void aJobThatIsObservedKeepsItsSettings() {
    RecurringModel model = RecurringModel.learning(settings(Mode.OBSERVE, Knob.COMPRESSION, Knob.PATHS));
    for (int i = 0; i < 4; i++) {
      model.run(TEXT);
    }
    assertThat(choices(model)).containsOnly(model.figures().state().usual()).hasSize(4);
    assertThat(model.figures().state().explored()).isEmpty();
    assertThat(model.figures().isObserved()).isTrue();
    assertThat(model.figures().isExploring()).as("nothing is tried").isFalse();
  }

  @Test
  void noUserPushesOutWhatOthersHaveLearned() {
    RecurringModel first = learning();
    first.run(TEXT);
    RecurringState learned = first.figures().state();
    List<RecurringState> states = new ArrayList<>();
    states.add(of("bob", "nightly", learned));
    for (int i = 0; i < RecurringBook.MOST_GROUPS + 50; i++) {
      states.add(of("ann", "load " + i, learned));
    }
    RecurringModel second = learning();
    second.harness().state.recurring().restore(states);

    assertThat(second.harness().state.recurring().figures()).extracting(figures -> figures.state().job())
        .hasSize(RecurringBook.MOST_GROUPS).startsWith(new JobPattern("bob", "etl", "nightly"), new JobPattern("ann", "etl", "load 51"))
        .endsWith(new JobPattern("ann", "etl", "load " + (RecurringBook.MOST_GROUPS + 49)));
  }

  private static RecurringState of(String user, String name, RecurringState learned) {
    return new RecurringState(new JobPattern(user, "etl", name), learned.grid(), learned.weights(), learned.tried(), learned.counts());
  }

  @Test
  void aRunThatIsKilledDoesNotCount() {
    RecurringModel model = learning();
    Run run = model.begin(TEXT);
    model.pass(2, run);
    run.kill();
    model.pass(QUIET_SECONDS);
    assertThat(model.figures().running()).isZero();
    assertThat(model.figures().state().counts()).isEqualTo(Counts.NONE);
    model.run(TEXT);
    assertThat(model.figures().state().counts().runs()).isEqualTo(1);
  }

  @Test
  void aRunThatMayHaveBegunUnderAnotherControllerDoesNotCount() {
    RecurringModel model = RecurringModel.startedAgo(settings(Mode.LEARN, Knob.COMPRESSION), 1);
    model.run(TEXT);
    assertThat(model.harness().state.recurring().figures()).isEmpty();
    model.run(TEXT);
    assertThat(model.figures().state().counts().runs()).isEqualTo(1);
  }

  @Test
  void anotherControllerGoesOnWhereTheFirstOneStopped() {
    RecurringModel first = learning();
    for (int i = 0; i < 3; i++) {
      first.run(TEXT);
    }
    RecurringModel second = learning();
    second.harness().state.recurring().restore(List.of(first.figures().state()));
    assertThat(second.figures().state()).isEqualTo(first.figures().state());
    assertThat(second.figures().beliefs()).isEqualTo(first.figures().beliefs());
    second.run(TEXT);
    assertThat(second.figures().state().counts().runs()).isEqualTo(4);
    assertThat(second.figures().state().explored()).hasSizeGreaterThanOrEqualTo(first.figures().state().explored().size());
  }

  @Test
  void withOtherSettingsAllIsLearnedAnew() {
    RecurringModel first = learning();
    first.run(TEXT);
    first.run(TEXT);
    RecurringModel second = RecurringModel.learning(settings(Mode.LEARN, Knob.COMPRESSION, Knob.PATHS));
    second.harness().state.recurring().restore(List.of(first.figures().state()));
    second.run(TEXT);
    assertThat(second.figures().state().results()).hasSize(1);
    assertThat(second.figures().state().choices()).hasSize(6);
  }

  @Test
  void twoOfThreeRunsThatCostMuchMoreAreAnotherJob() {
    RecurringModel model = learning();
    for (int i = 0; i < 4; i++) {
      model.run(new Input(10_000_000, 1));
    }
    model.run(new Input(100_000_000, 1));
    assertThat(model.figures().state().counts().restarts()).as("one may be an accident").isZero();
    model.run(new Input(100_000_000, 1));
    assertThat(model.figures().state().counts().restarts()).isEqualTo(1);
    assertThat(model.figures().state().results()).isEmpty();
    assertThat(model.harness().events("recurring-restarted")).hasSize(1);
  }

  @Test
  void jobsOfOtherQueuesAreLeftAlone() {
    RecurringModel model = RecurringModel.learning(new RecurringSettings(
        ImmutableMap.of("adhoc", Mode.LEARN), 0.5, 1, 10, ImmutableSet.of(Knob.COMPRESSION)));
    model.run(TEXT);
    assertThat(model.harness().state.recurring().figures()).isEmpty();
  }
}
