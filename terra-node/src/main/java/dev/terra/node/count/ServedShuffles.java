package dev.terra.node.count;

import dev.terra.core.shuffle.ShuffleId;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The observed shuffles of which the stock path has served readers at other sites, the latest last. A bounded number of them is remembered,
 * from which agents are sent the new ones. Thread-safe.
 */
public final class ServedShuffles {
  private static final int MOST = 1_000;

  private final Map<ShuffleId, Long> numbers = new LinkedHashMap<>();
  private long last;

  /**
   * The shuffles that were served since an earlier call.
   *
   * @param last the number of the last of them, to be passed in the next call
   */
  public record News(List<String> shuffles, long last) {
    /** Copies the list. */
    public News {
      shuffles = List.copyOf(shuffles);
    }
  }

  /** Notes that a reader has been sent everything that it had requested. */
  public synchronized void note(ShuffleId shuffle) {
    numbers.remove(shuffle);
    if (numbers.size() >= MOST) {
      numbers.remove(numbers.keySet().iterator().next());
    }
    numbers.put(shuffle, ++last);
  }

  /** Returns the shuffles that have been served since the one with a number. */
  public synchronized News since(long number) {
    if (number >= last) {
      return new News(List.of(), last);
    }
    List<Map.Entry<ShuffleId, Long>> all = new ArrayList<>(numbers.entrySet());
    Collections.reverse(all);
    return new News(all.stream().takeWhile(one -> one.getValue() > number).map(one -> one.getKey().value()).toList(), last);
  }
}
