package dev.terra.controller.core.shuffle;

import com.google.common.collect.HashMultiset;
import com.google.common.collect.Multiset;
import com.google.common.collect.Multisets;
import dev.terra.core.wan.SiteId;
import org.jspecify.annotations.Nullable;

/**
 * The room that shuffles take: the numbers in their matrices, how many of them each site's agents reported, and how many shuffles each
 * site's agents began. Each shuffle has its own object. What it counts between {@link #join} and {@link #leave} is also counted for all
 * running shuffles together.
 */
final class MatrixRoom {
  private final Multiset<SiteId> cellsBySite = HashMultiset.create();
  private final Multiset<SiteId> begunBySite = HashMultiset.create();
  private long cells;
  private @Nullable MatrixRoom all;

  /** How many numbers the matrices hold. */
  long cells() {
    return cells;
  }

  /** How many numbers in matrices the agents of a site reported. */
  long cells(SiteId site) {
    return cellsBySite.count(site);
  }

  /** How many shuffles the agents of a site began. */
  int begunBy(SiteId site) {
    return begunBySite.count(site);
  }

  /** Adds to the count of numbers in matrices. The argument may be negative. */
  void add(long more) {
    cells += more;
    if (all != null) {
      all.add(more);
    }
  }

  /** Adds to the count of numbers that a site's agents reported. The argument may be negative. */
  void addSaidBy(SiteId site, int more) {
    cellsBySite.setCount(site, cellsBySite.count(site) + more);
    if (all != null) {
      all.addSaidBy(site, more);
    }
  }

  /** Notes that agents of a site began the shuffle. */
  void begin(SiteId by) {
    begunBySite.add(by);
    if (all != null) {
      all.begin(by);
    }
  }

  /** Counts this shuffle among all shuffles from this call on. This method is called once, before anything is counted. */
  void join(MatrixRoom whole) {
    all = whole;
  }

  /** Stops counting this shuffle among all shuffles. */
  void leave() {
    if (all != null) {
      all.cells -= cells;
      Multisets.removeOccurrences(all.cellsBySite, cellsBySite);
      Multisets.removeOccurrences(all.begunBySite, begunBySite);
      all = null;
    }
  }
}
