package dev.terra.history.store;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Sums up the use of links by stretches of one length, from rows in the order of their times. All sums have the same order of links. */
final class StretchSum {
  private static final Logger LOG = LoggerFactory.getLogger(StretchSum.class);

  private final List<String> names;
  private final long stepMillis;
  private final Map<String, int[]> places = new HashMap<>();
  private final List<LinkUse> stretches = new ArrayList<>();

  StretchSum(List<String> names, long stepMillis) {
    this.names = names;
    this.stepMillis = stepMillis;
  }

  /** Adds a row. Rows come in the order of their times. A row that cannot be read is left out. */
  void add(String rowNames, long atMillis, int spanMillis, byte[] figures) {
    int[] place = places.computeIfAbsent(rowNames, this::places);
    try {
      add(inOrder(LinkUse.decode(atMillis, spanMillis, place.length, figures), place), atMillis);
    } catch (IllegalArgumentException e) {
      LOG.debug("the links' figures of {} cannot be read", atMillis, e);
    }
  }

  private void add(LinkUse use, long atMillis) {
    LinkUse last = stretches.isEmpty() ? null : stretches.get(stretches.size() - 1);
    if (last != null && Math.floorDiv(last.atMillis(), stepMillis) == Math.floorDiv(atMillis, stepMillis)) {
      stretches.set(stretches.size() - 1, last.and(use));
    } else {
      stretches.add(use);
    }
  }

  /** Returns the place of each link of a row; -1 for a link without a place. */
  private int[] places(String rowNames) {
    return LinkNames.split(rowNames).stream().mapToInt(names::indexOf).toArray();
  }

  private LinkUse inOrder(LinkUse use, int[] place) {
    float[] unknown = new float[names.size()];
    Arrays.fill(unknown, 1);
    LinkUse ordered = new LinkUse(use.atMillis(), use.spanMillis(), new float[names.size()], new float[names.size()],
        new float[names.size()], unknown);
    for (int i = 0; i < place.length; i++) {
      if (place[i] >= 0) {
        ordered.allocated()[place[i]] = use.allocated()[i];
        ordered.capacity()[place[i]] = use.capacity()[i];
        ordered.down()[place[i]] = use.down()[i];
        ordered.unknown()[place[i]] = use.unknown()[i];
      }
    }
    return ordered;
  }

  List<LinkUse> stretches() {
    return stretches;
  }
}
