package dev.terra.controller.core.shuffle;

import dev.terra.core.slice.SliceId;
import dev.terra.core.wan.SiteId;
import dev.terra.core.wan.SitePair;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * What the agents of a site's slices have reported about one shuffle, each for its own part. The sum is what counts for the site. The
 * scheduler uses nothing else. Where a site has one slice, the sum is the report of its agent.
 */
final class SliceParts {
  /** What there is to send. */
  static final class Produced {
    private final long[] bytesByReducer;
    private final @Nullable Set<SiteId> carriedTo;

    /**
     * Creates an agent's part.
     *
     * @param bytesByReducer all that is known; nothing changes this array afterwards
     * @param carriedTo the sites to which it goes through Terra; null: to all
     */
    Produced(long[] bytesByReducer, @Nullable Set<SiteId> carriedTo) {
      this.bytesByReducer = bytesByReducer;
      this.carriedTo = carriedTo;
    }

    long[] bytesByReducer() {
      return bytesByReducer;
    }

    @Nullable Set<SiteId> carriedTo() {
      return carriedTo;
    }

    private static Produced sum(List<Produced> parts) {
      if (parts.size() == 1) {
        return parts.get(0);
      }
      long[] bytes = new long[parts.stream().mapToInt(part -> part.bytesByReducer.length).max().orElse(0)];
      parts.forEach(part -> Arrays.setAll(bytes, i -> bytes[i] + (i < part.bytesByReducer.length ? part.bytesByReducer[i] : 0)));
      return new Produced(bytes, union(parts));
    }

    /** Returns the sites to which any part goes; null if a part goes to all sites. */
    private static @Nullable Set<SiteId> union(List<Produced> parts) {
      Set<SiteId> all = new HashSet<>();
      for (Produced part : parts) {
        if (part.carriedTo == null) {
          return null;
        }
        all.addAll(part.carriedTo);
      }
      return all;
    }

    private boolean carries(SiteId to) {
      return carriedTo == null || carriedTo.contains(to);
    }
  }

  private final Map<SliceId, Produced> produced = new TreeMap<>();
  private final Map<SliceId, Map<SiteId, Long>> further = new HashMap<>();
  private final Map<SliceId, Map<SiteId, ProgressBook.Done>> done = new HashMap<>();

  /** Replaces what a slice has, and returns what its site has. */
  Produced produced(SliceId from, Produced part) {
    produced.put(from, part);
    return produced(from.site()).orElseThrow();
  }

  /** Returns what a site has, if any of its agents has reported it. */
  Optional<Produced> produced(SiteId site) {
    List<Produced> parts = produced.entrySet().stream().filter(part -> part.getKey().site().equals(site)).map(Map.Entry::getValue).toList();
    return parts.isEmpty() ? Optional.empty() : Optional.of(Produced.sum(parts));
  }

  boolean reportedBy(SliceId slice) {
    return produced.containsKey(slice);
  }

  /** Replaces the bytes of a broadcast that a slice has for readers other than the first one at their site. Returns what its site has. */
  Map<SiteId, Long> further(SliceId from, Map<SiteId, Long> bytesTo) {
    further.put(from, bytesTo);
    return further(from.site());
  }

  /** Returns the bytes of a broadcast that a site has for readers other than the first one at their site. */
  Map<SiteId, Long> further(SiteId site) {
    Map<SiteId, Long> all = new TreeMap<>();
    further.forEach((slice, bytesTo) -> {
      if (slice.site().equals(site)) {
        bytesTo.forEach((to, bytes) -> all.merge(to, bytes, Long::sum));
      }
    });
    return all;
  }

  /** Replaces the progress of a slice's part of a bundle, and returns the progress of the bundle. */
  ProgressBook.Done progress(SliceId from, SiteId to, ProgressBook.Done part) {
    done.computeIfAbsent(from, slice -> new TreeMap<>()).put(to, part);
    return progress(new SitePair(from.site(), to));
  }

  private ProgressBook.Done progress(SitePair pair) {
    ProgressBook.Done all = ProgressBook.Done.NONE;
    for (Map.Entry<SliceId, Map<SiteId, ProgressBook.Done>> part : done.entrySet()) {
      ProgressBook.Done more = part.getValue().get(pair.to());
      if (more != null && part.getKey().site().equals(pair.from())) {
        all = all.plus(more);
      }
    }
    return all;
  }

  /** Forgets what a slice's agent reported. Returns the progress of the bundles on which the agent had reported. */
  Map<SitePair, ProgressBook.Done> forget(SliceId slice) {
    produced.remove(slice);
    further.remove(slice);
    Map<SiteId, ProgressBook.Done> before = done.remove(slice);
    Map<SitePair, ProgressBook.Done> left = new TreeMap<>();
    (before == null ? Set.<SiteId>of() : new TreeSet<>(before.keySet())).forEach(to -> {
      SitePair pair = new SitePair(slice.site(), to);
      left.put(pair, progress(pair));
    });
    return left;
  }

  /**
   * Returns what a slice has left of a bundle, in bytes on links.
   *
   * @param places where reducers run
   * @param broadcast whether each site that reads gets all bytes
   */
  long left(SliceId from, SiteId to, Places places, boolean broadcast) {
    Produced part = produced.get(from);
    ProgressBook.Done progress = done(from, to);
    long expected = part == null || !part.carries(to) ? 0
        : broadcast ? broadcast(part, from, to, places) : placed(part.bytesByReducer, to, places.siteByReducer());
    return (long) Math.ceil(progress.sender().wireShare() * Math.max(progress.left(expected), progress.requested()));
  }

  /** Returns how many bytes of a slice's part of a bundle readers wait for. */
  long requested(SliceId from, SiteId to) {
    return done(from, to).requested();
  }

  /** Returns how many bytes of a slice's part of a bundle have arrived. */
  long acknowledged(SliceId from, SiteId to) {
    return done(from, to).acknowledged();
  }

  private ProgressBook.Done done(SliceId from, SiteId to) {
    return done.getOrDefault(from, Map.of()).getOrDefault(to, ProgressBook.Done.NONE);
  }

  private long broadcast(Produced part, SliceId from, SiteId to, Places places) {
    return places.readingSites().contains(to)
        ? Arrays.stream(part.bytesByReducer).sum() + further.getOrDefault(from, Map.of()).getOrDefault(to, 0L) : 0;
  }

  private static long placed(long[] bytes, SiteId to, Map<Integer, SiteId> placement) {
    long sum = 0;
    for (int reducer = 0; reducer < bytes.length; reducer++) {
      sum += to.equals(placement.get(reducer)) ? bytes[reducer] : 0;
    }
    return sum;
  }
}
