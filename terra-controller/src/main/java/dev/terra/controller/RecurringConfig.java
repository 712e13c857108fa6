package dev.terra.controller;

import com.google.common.collect.ImmutableMap;
import com.google.common.collect.ImmutableSet;
import dev.terra.config.ConfigException;
import dev.terra.config.Key;
import dev.terra.controller.core.recurring.RecurringSettings;
import dev.terra.controller.core.recurring.RecurringSettings.Knob;
import dev.terra.controller.core.recurring.RecurringSettings.Mode;
import dev.terra.core.units.CostLimits;
import dev.terra.core.wan.Wan;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The key {@code recurring} of a controller's configuration. */
public final class RecurringConfig {
  private static final String KEY = "recurring";
  private static final String KNOBS = KEY + ".knobs";
  private static final String ANY_KNOBS = "compression, paths or both, each once";
  private static final Map<String, Mode> MODES = Map.of("learn", Mode.LEARN, "observe", Mode.OBSERVE);
  private static final Map<String, Knob> KNOBS_BY_WORD = Map.of("compression", Knob.COMPRESSION, "paths", Knob.PATHS);

  private RecurringConfig() {}

  /** The keys of {@code recurring}. The value of a missing key is null. */
  public record Keys(
      @Key("the queues whose jobs count, each with `learn`, or with `observe`: their runs keep their settings, and only their costs are "
          + "noted") @Nullable Map<String, String> queues,
      @Key(value = "how much of a run's cost is money, 0 to 1; the rest is time", otherwise = "0.5") @Nullable Double eta,
      @Key("what an hour of a run is worth, US dollars, above 0 and at most 10^9") @Nullable Double usdPerHour,
      @Key(value = "how many of the last runs with a choice count, 2 to 50", otherwise = "10") @Nullable Integer window,
      @Key(value = "what runs try: `compression` (leave it out where no agent compresses), `paths`, or both. `paths` counts where a link "
          + "has a price", otherwise = "`[compression, paths]`") @Nullable List<String> knobs) {}

  /**
   * Returns the settings that the keys describe.
   *
   * @param keys the keys; null if the configuration has none
   * @param asksYarn whether YARN is asked for applications
   * @throws ConfigException if a value is not allowed
   */
  static RecurringSettings of(@Nullable Keys keys, boolean asksYarn) {
    if (keys == null) {
      return RecurringSettings.OFF;
    }
    check(asksYarn, KEY, "the key 'resourceManager' with it, as YARN knows the names of jobs", "none");
    Map<String, String> words = Objects.requireNonNullElse(keys.queues(), Map.of());
    check(!words.isEmpty(), KEY + ".queues", "names of queues, each with learn or observe", "none");
    ImmutableMap<String, Mode> queues = NamedQueues.of(KEY + ".queues", words, (key, word) -> word(MODES, key, "learn or observe", word));
    double eta = Objects.requireNonNullElse(keys.eta(), RecurringSettings.OFF.eta());
    check(RecurringSettings.isShare(eta), KEY + ".eta", "0 to 1", eta);
    double usdPerHour = Objects.requireNonNullElse(keys.usdPerHour(), Double.NaN);
    check(RecurringSettings.isWorth(usdPerHour), KEY + ".usdPerHour", String.format(Locale.ROOT,
        "what an hour of a run is worth in US dollars, a number above 0 and at most %.0f", CostLimits.MOST_USD_PER_HOUR),
        keys.usdPerHour() == null ? "none" : usdPerHour);
    int window = Objects.requireNonNullElse(keys.window(), RecurringSettings.OFF.window());
    check(RecurringSettings.isWindow(window), KEY + ".window",
        RecurringSettings.SHORTEST_WINDOW + " to " + RecurringSettings.LONGEST_WINDOW, window);
    return new RecurringSettings(queues, eta, usdPerHour, window, knobs(keys.knobs()));
  }

  private static ImmutableSet<Knob> knobs(@Nullable List<String> words) {
    if (words == null) {
      return ImmutableSet.copyOf(Knob.values());
    }
    ImmutableSet<Knob> knobs =
        words.stream().map(word -> word(KNOBS_BY_WORD, KNOBS, ANY_KNOBS, word)).collect(ImmutableSet.toImmutableSet());
    check(!knobs.isEmpty() && knobs.size() == words.size(), KNOBS, ANY_KNOBS, words);
    return knobs;
  }

  private static <T> T word(Map<String, T> words, String key, String expected, @Nullable String word) {
    T meaning = word == null ? null : words.get(word);
    check(meaning != null, key, expected, word);
    return Objects.requireNonNull(meaning);
  }

  private static void check(boolean fine, String key, String expected, @Nullable Object got) {
    if (!fine) {
      throw ConfigException.ofKey(key, "expected " + expected + ", got " + got);
    }
  }

  /**
   * Returns the part of the settings that can be used on a WAN. Where no link has a price, all paths cost the same, and paths are not
   * tried.
   *
   * @throws ConfigException if nothing is left to try
   */
  static RecurringSettings on(RecurringSettings settings, Wan wan) {
    boolean priced = wan.links().stream().anyMatch(link -> link.egressUsdPerGigabyte().orElse(0) > 0);
    if (priced || settings.queues().isEmpty()) {
      return settings;
    }
    check(settings.knobs().contains(Knob.COMPRESSION), KNOBS, "compression, as no link of " + wan.name() + " has a price", "[paths]");
    return settings.with(ImmutableSet.of(Knob.COMPRESSION));
  }
}
