package dev.terra.history.store;

import com.google.common.base.Splitter;
import com.google.common.collect.ImmutableList;
import dev.terra.controller.view.KnobChoice;
import dev.terra.core.recurring.TriedChoice;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Encodes choices and results of recurring jobs as text: {@code true/5.0 false/Infinity}, and {@code 0/1.25/true}. */
final class RecurringText {
  private static final Splitter ITEMS = Splitter.on(' ').omitEmptyStrings();
  private static final Splitter PARTS = Splitter.on('/');

  private RecurringText() {}

  static String ofChoices(List<KnobChoice> choices) {
    return choices.stream().map(choice -> choice.compressed() + "/" + choice.usdPerHour()).collect(Collectors.joining(" "));
  }

  static String ofResults(List<TriedChoice> results) {
    return results.stream().map(result -> result.choice() + "/" + result.cost() + "/" + result.reached()).collect(Collectors.joining(" "));
  }

  /**
   * Reads choices.
   *
   * @throws IllegalArgumentException if the text is malformed
   */
  static ImmutableList<KnobChoice> choices(String text) {
    return read(text, 2, parts -> new KnobChoice(Boolean.parseBoolean(parts.get(0)), Double.parseDouble(parts.get(1))));
  }

  /**
   * Reads results.
   *
   * @throws IllegalArgumentException if the text is malformed
   */
  static ImmutableList<TriedChoice> results(String text) {
    return read(text, 3, parts ->
        new TriedChoice(Integer.parseInt(parts.get(0)), Double.parseDouble(parts.get(1)), Boolean.parseBoolean(parts.get(2))));
  }

  private static <T> ImmutableList<T> read(String text, int parts, Function<List<String>, T> item) {
    return ITEMS.splitToStream(text).map(PARTS::splitToList).map(list -> {
      if (list.size() != parts) {
        throw new IllegalArgumentException("expected " + parts + " parts, got " + list);
      }
      return item.apply(list);
    }).collect(ImmutableList.toImmutableList());
  }
}
