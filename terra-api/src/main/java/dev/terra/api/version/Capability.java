package dev.terra.api.version;

import java.util.Collection;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * What a program can do that another one of the same protocol version may not, as it is older, of another kind, or configured otherwise. It
 * names its capabilities in its first message, and the other side uses no others. Names that a program does not know mean nothing to it.
 */
public enum Capability {
  /** An agent or a controller takes what handlers tell of shuffles that they only observe: when the stock path served other sites. */
  OBSERVED_SHUFFLES,
  /** An agent follows fetches, and takes what handlers did of them; a handler tells of it. */
  FETCH_TRACES,
  /** An agent accepts tunnels that come straight from another site, for networks that keep them on their paths. */
  END_TO_END_TUNNELS,
  /** An agent sets the rules of its site's router. */
  ROUTER_RULES,
  /** An agent or a handler follows the rules of latency classes. */
  LATENCY_CLASSES,
  /** An agent restores compressed chunks that come by its tunnels. */
  COMPRESSED_CHUNKS,
  /** An agent takes the word of another site's that a reader has its bytes from the cache there. */
  CACHED_READERS,
  /** An agent has a cache: a segment that several readers of its site read is sent there once. */
  SITE_CACHE,
  /** An agent says to another controller which transfers of submitted shuffles it knows. */
  KNOWN_TRANSFERS,
  /** An agent takes what is only to fill a link, and does not answer it. */
  LINK_FILLER;

  private String word() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** The capabilities among some names that this program knows. */
  public static Set<Capability> of(Collection<String> names) {
    Set<Capability> known = EnumSet.noneOf(Capability.class);
    for (Capability one : values()) {
      if (names.contains(one.word())) {
        known.add(one);
      }
    }
    return known;
  }

  /** The names of some, as messages have them: lower case with hyphens. */
  public static List<String> names(Collection<Capability> some) {
    return some.stream().sorted().map(Capability::word).toList();
  }
}
