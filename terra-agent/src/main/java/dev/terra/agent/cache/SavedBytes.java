package dev.terra.agent.cache;

import com.google.common.collect.ImmutableMap;
import dev.terra.core.shuffle.ShuffleId;
import dev.terra.core.view.CacheFigures;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.Map;

/** The bytes of each shuffle that would also have crossed the WAN without the cache. It is used on the agent's thread only. */
final class SavedBytes {
  /** The most shuffles that are kept. Shuffles that end are removed; if more than this do not end, those that began first are removed. */
  static final int MOST_KEPT = 4_096;

  /** The served bytes less the crossed bytes of each shuffle; negative while more bytes have crossed than were read. */
  private final Map<ShuffleId, Long> byShuffle = new LinkedHashMap<>();

  /** Notes that bytes of a shuffle were served to a reader. */
  void served(ShuffleId shuffle, long bytes) {
    add(shuffle, bytes);
  }

  /** Notes that bytes of a shuffle crossed the WAN. */
  void crossed(ShuffleId shuffle, long bytes) {
    add(shuffle, -bytes);
  }

  private void add(ShuffleId shuffle, long bytes) {
    byShuffle.merge(shuffle, bytes, Long::sum);
    if (byShuffle.size() > MOST_KEPT) {
      byShuffle.remove(byShuffle.keySet().iterator().next());
    }
  }

  /** Removes a shuffle that is over. */
  void end(ShuffleId shuffle) {
    byShuffle.remove(shuffle);
  }

  /**
   * Returns the shuffles with the most saved bytes, {@value CacheFigures#MOST_SHUFFLES} at most, each with its bytes, which are above 0.
   */
  ImmutableMap<ShuffleId, Long> most() {
    return byShuffle.entrySet().stream().filter(saved -> saved.getValue() > 0)
        .sorted(Comparator.comparingLong(saved -> -saved.getValue())).limit(CacheFigures.MOST_SHUFFLES)
        .collect(ImmutableMap.toImmutableMap(Map.Entry::getKey, Map.Entry::getValue));
  }
}
