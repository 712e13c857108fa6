package dev.terra.controller.core.recurring;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.ImmutableMap;
import com.google.common.collect.ImmutableSet;
import dev.terra.controller.core.recurring.RecurringModel.Input;
import dev.terra.controller.core.recurring.RecurringModel.Outcome;
import dev.terra.controller.core.recurring.RecurringSettings.Knob;
import dev.terra.controller.core.recurring.RecurringSettings.Mode;
import dev.terra.controller.view.KnobChoice;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests with a job that runs 40 times: with text at first, and from run 20 on with an input that is already compressed. */
class RecurringJobTest {
  private static final int RUNS = 40;
  private static final int CHANGE = 20;
  private static final int LAST = 10;
  private static final Input TEXT = new Input(30_000_000, 0.4);
  private static final Input COMPRESSED = new Input(30_000_000, 1);

  private static Input input(int run) {
    return run < CHANGE ? TEXT : COMPRESSED;
  }

  private static double fixed(KnobChoice choice, Input input) {
    return RecurringModel.fixed(choice).run(input).cost();
  }

  @ParameterizedTest
  @ValueSource(strings = {"COMPRESSION", "COMPRESSION,PATHS"})
  void theLastTenRunsCostWhatTheBestFixedSettingsDo(String words) {
    Set<Knob> knobs = Stream.of(words.split(",")).map(Knob::valueOf).collect(Collectors.toSet());
    RecurringSettings settings = new RecurringSettings(
        ImmutableMap.of("etl", Mode.LEARN), 0.5, RecurringModel.USD_PER_HOUR, 10, ImmutableSet.copyOf(knobs));
    List<KnobChoice> choices = KnobGrid.of(settings, Double.POSITIVE_INFINITY).choices();
    Map<KnobChoice, Double> text = choices.stream().collect(Collectors.toMap(choice -> choice, choice -> fixed(choice, TEXT)));
    Map<KnobChoice, Double> compressed = choices.stream().collect(Collectors.toMap(choice -> choice, choice -> fixed(choice, COMPRESSED)));
    RecurringModel model = RecurringModel.learning(settings);

    List<Double> ratios = new ArrayList<>();
    for (int i = 0; i < RUNS; i++) {
      Outcome outcome = model.run(input(i));
      double best = (i < CHANGE ? text : compressed).values().stream().min(Double::compare).orElseThrow();
      ratios.add(outcome.cost() / best);
    }

    double last = ratios.subList(RUNS - LAST, RUNS).stream().mapToDouble(Double::doubleValue).average().orElseThrow();
    String report = String.format(Locale.ROOT, "fixed, text: %s%nfixed, compressed: %s%nruns against the best fixed: %s%nlast ten: %.3f%n"
        + "regret: %.3f runs of the best; grid search: %.3f%n%s", text, compressed,
        ratios.stream().map(ratio -> String.format(Locale.ROOT, "%.2f", ratio)).toList(), last,
        ratios.stream().mapToDouble(ratio -> ratio - 1).sum(), gridSearch(choices, text, compressed), model.figures());
    assertThat(last).as(report).isLessThanOrEqualTo(1.05);
    assertThat(ratios).as(report).allMatch(ratio -> ratio <= 2.001);
  }

  /**
   * Returns the regret of a search that tries each choice once before and once after the change, and then keeps the best. The unit is the
   * cost of a run with the best choice.
   */
  private static double gridSearch(List<KnobChoice> choices, Map<KnobChoice, Double> text, Map<KnobChoice, Double> compressed) {
    return IntStream.range(0, choices.size()).mapToDouble(i -> regret(choices.get(i), text) + regret(choices.get(i), compressed)).sum();
  }

  private static double regret(KnobChoice choice, Map<KnobChoice, Double> costs) {
    return costs.get(choice) / costs.values().stream().min(Double::compare).orElseThrow() - 1;
  }
}
