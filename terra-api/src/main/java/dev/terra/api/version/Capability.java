package dev.terra.api.version;

import java.util.Collection;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * A capability that one program has and another one with the same protocol version may lack, because it is older, of another kind, or
 * configured otherwise. A program names its capabilities in its first message, and the other side uses no others. A program ignores names
 * that are unknown to it.
 */
public enum Capability {
  /**
   * An agent or a controller accepts what handlers report about shuffles that they only observe: when the stock path served other sites.
   */
  OBSERVED_SHUFFLES,
  /** An agent traces fetches and accepts reports of what handlers did for them; a handler sends such reports. */
  FETCH_TRACES,
  /** An agent accepts tunnels that come directly from another site, for networks that keep tunnels on their paths. */
  END_TO_END_TUNNELS,
  /** An agent sets the rules of its site's router. */
  ROUTER_RULES,
  /** An agent or a handler follows the rules of latency classes. */
  LATENCY_CLASSES,
  /** An agent decompresses chunks that arrive by its tunnels. */
  COMPRESSED_CHUNKS,
  /** An agent accepts the report of another site's agent that a reader has its bytes from the cache of that site. */
  CACHED_READERS,
  /** An agent has a cache: a segment that several readers of its site read is sent there once. */
  SITE_CACHE,
  /** An agent reports to another controller the transfers of submitted shuffles that it has. */
  KNOWN_TRANSFERS,
  /** An agent accepts bytes that only fill a link, and does not answer them. */
  LINK_FILLER;

  private String word() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** Returns the capabilities of this version that some names stand for. */
  public static Set<Capability> of(Collection<String> names) {
    Set<Capability> known = EnumSet.noneOf(Capability.class);
    for (Capability one : values()) {
      if (names.contains(one.word())) {
        known.add(one);
      }
    }
    return known;
  }

  /** Returns the names of capabilities as messages carry them: in lower case with hyphens. */
  public static List<String> names(Collection<Capability> some) {
    return some.stream().sorted().map(Capability::word).toList();
  }
}
