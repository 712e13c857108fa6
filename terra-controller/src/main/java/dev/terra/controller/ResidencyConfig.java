package dev.terra.controller;

import com.google.common.collect.ImmutableSet;
import dev.terra.config.ConfigException;
import dev.terra.core.failure.Failures;
import dev.terra.core.residency.Residency;
import dev.terra.core.residency.ResidencyRule;
import dev.terra.core.wan.Site;
import dev.terra.core.wan.SiteId;
import dev.terra.core.wan.Wan;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The key {@code residency} of a controller's configuration. */
final class ResidencyConfig {
  private static final String KEY = "residency";
  private static final String WITHIN = "within";
  private static final String NEVER = "never";

  private ResidencyConfig() {}

  /** The keys of a queue. The value of a missing key is null. */
  record Keys(@Nullable List<String> within, @Nullable List<String> never, @Nullable String stockPath) {}

  static Map<String, ResidencyRule> of(@Nullable Map<String, Keys> keys) {
    return NamedQueues.of(KEY, keys == null ? Map.of() : keys, ResidencyConfig::rule);
  }

  private static ResidencyRule rule(String key, @Nullable Keys given) {
    if (given == null || (given.within == null && given.never == null)) {
      throw ConfigException.ofKey(key, "expected sites, such as {within: [A, B]} or {never: [C]}, got none");
    }
    ImmutableSet<SiteId> within = sites(key + "." + WITHIN, given.within);
    ImmutableSet<SiteId> never = sites(key + "." + NEVER, given.never);
    if (!within.isEmpty() && never.containsAll(within)) {
      throw noSite(key, "its 'never' names all sites of its 'within'");
    }
    return new ResidencyRule(within, never, refusesStock(key + ".stockPath", given.stockPath));
  }

  private static ConfigException noSite(String key, String why) {
    return ConfigException.ofKey(key, "expected at least one site at which bytes of the queue may be, got none, as " + why);
  }

  private static boolean refusesStock(String key, @Nullable String stockPath) {
    if (stockPath != null && !stockPath.equals("warn") && !stockPath.equals("refuse")) {
      throw ConfigException.ofKey(key, "expected warn or refuse, got " + stockPath);
    }
    return "refuse".equals(stockPath);
  }

  private static ImmutableSet<SiteId> sites(String key, @Nullable List<String> names) {
    if (names == null) {
      return ImmutableSet.of();
    }
    ImmutableSet<String> each = ImmutableSet.copyOf(names);
    if (each.isEmpty() || each.size() < names.size()) {
      throw ConfigException.ofKey(key, "expected at least one site, and each once, got " + names);
    }
    try {
      return each.stream().map(SiteId::new).collect(ImmutableSet.toImmutableSet());
    } catch (IllegalArgumentException e) {
      throw ConfigException.ofKey(key, Failures.inWords(e));
    }
  }

  /**
   * Returns what rules mean on a WAN.
   *
   * @throws ConfigException if a rule names a site that the WAN does not have, or allows none of its sites
   */
  static Residency on(Map<String, ResidencyRule> rules, Wan wan) {
    List<SiteId> sites = wan.sites().stream().map(Site::id).toList();
    rules.forEach((queue, rule) -> {
      String key = KEY + "." + queue;
      known(key + "." + WITHIN, rule.within(), wan.name(), sites);
      known(key + "." + NEVER, rule.never(), wan.name(), sites);
      if (sites.stream().noneMatch(rule::allows)) {
        throw noSite(key, "its 'never' names all sites of " + wan.name());
      }
    });
    return Residency.of(rules, sites);
  }

  private static void known(String key, Set<SiteId> named, String wan, List<SiteId> sites) {
    named.stream().filter(site -> !sites.contains(site)).findFirst().ifPresent(site -> {
      throw ConfigException.ofKey(key, "expected sites of " + wan + ", " + sites + ", got " + site);
    });
  }
}
