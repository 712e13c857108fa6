package dev.terra.controller;

import com.google.common.collect.ImmutableSet;
import dev.terra.config.ConfigException;
import dev.terra.controller.core.queue.QueueSettings;
import dev.terra.core.failure.Failures;
import dev.terra.core.residency.Residency;
import dev.terra.core.residency.ResidencyRule;
import dev.terra.core.wan.Site;
import dev.terra.core.wan.SiteId;
import dev.terra.core.wan.Wan;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The key {@code residency} of a controller's configuration. */
final class ResidencyConfig {
  private static final String KEY = "residency";

  private ResidencyConfig() {}

  /** The keys of a queue; a missing one is null. */
  record Keys(@Nullable List<String> within, @Nullable List<String> never, @Nullable String stockPath) {}

  static Map<String, ResidencyRule> of(@Nullable Map<String, Keys> keys) {
    Map<String, ResidencyRule> rules = new TreeMap<>();
    (keys == null ? Map.<String, Keys>of() : keys).forEach((queue, rule) -> {
      try {
        Keys given = rule == null ? new Keys(null, null, null) : rule;
        ResidencyRule other = rules.put(QueueSettings.name(queue),
            new ResidencyRule(sites(given.within), sites(given.never), refusesStock(given.stockPath)));
        if (other != null) {
          throw new IllegalArgumentException("the queue has another rule: its name with and without 'root.' is one queue");
        }
      } catch (IllegalArgumentException e) {
        throw ConfigException.ofKey(KEY + "." + queue, Failures.inWords(e));
      }
    });
    return rules;
  }

  private static boolean refusesStock(@Nullable String stockPath) {
    if (stockPath != null && !stockPath.equals("warn") && !stockPath.equals("refuse")) {
      throw new IllegalArgumentException("expected stockPath to be warn or refuse, got " + stockPath);
    }
    return "refuse".equals(stockPath);
  }

  private static ImmutableSet<SiteId> sites(@Nullable List<String> names) {
    return names == null ? ImmutableSet.of() : names.stream().map(SiteId::new).collect(ImmutableSet.toImmutableSet());
  }

  /**
   * What rules mean on a WAN.
   *
   * @throws ConfigException if a rule names a site that is not there
   */
  static Residency on(Map<String, ResidencyRule> rules, Wan wan) {
    List<SiteId> sites = wan.sites().stream().map(Site::id).toList();
    rules.forEach((queue, rule) -> Stream.of(rule.within(), rule.never()).flatMap(Set::stream).filter(site -> !wan.contains(site))
        .findFirst().ifPresent(site -> {
          throw ConfigException.ofKey(KEY + "." + queue, "expected sites of " + wan.name() + ", " + sites + ", got " + site);
        }));
    return Residency.of(rules, sites);
  }
}
