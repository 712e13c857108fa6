package dev.terra.agent.cache;

import com.google.common.collect.ImmutableMap;
import dev.terra.core.shuffle.ShuffleId;
import dev.terra.core.view.CacheFigures;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.Map;

/** How many bytes of each shuffle would have crossed the WAN as well without the cache. On the agent's thread. */
final class SavedBytes {
  /** Shuffles that end are forgotten; if more than this do not end, those that began first are. */
  static final int MOST_KEPT = 4_096;

  /** Served bytes less those that crossed, below 0 while more have crossed than were read. */
  private final Map<ShuffleId, Long> byShuffle = new LinkedHashMap<>();

  /** Bytes of a shuffle went to a reader. */
  void served(ShuffleId shuffle, long bytes) {
    add(shuffle, bytes);
  }

  /** Bytes of a shuffle crossed the WAN. */
  void crossed(ShuffleId shuffle, long bytes) {
    add(shuffle, -bytes);
  }

  private void add(ShuffleId shuffle, long bytes) {
    byShuffle.merge(shuffle, bytes, Long::sum);
    if (byShuffle.size() > MOST_KEPT) {
      byShuffle.remove(byShuffle.keySet().iterator().next());
    }
  }

  /** A shuffle is over. */
  void end(ShuffleId shuffle) {
    byShuffle.remove(shuffle);
  }

  /** The shuffles of which most was saved, {@value CacheFigures#MOST_SHUFFLES} at most, each with its bytes, above 0. */
  ImmutableMap<ShuffleId, Long> most() {
    return byShuffle.entrySet().stream().filter(saved -> saved.getValue() > 0)
        .sorted(Comparator.comparingLong(saved -> -saved.getValue())).limit(CacheFigures.MOST_SHUFFLES)
        .collect(ImmutableMap.toImmutableMap(Map.Entry::getKey, Map.Entry::getValue));
  }
}
