package dev.terra.controller.core.shuffle;

import com.google.common.collect.HashMultiset;
import com.google.common.collect.Multiset;
import com.google.common.collect.Multisets;
import dev.terra.core.wan.SiteId;
import org.jspecify.annotations.Nullable;

/**
 * The room that shuffles take: numbers in their matrices, how many of them each site's agents said, and how many shuffles each site's
 * agents began. A shuffle counts its own; what it counts between {@link #join} and {@link #leave} is counted for all running ones as well.
 */
final class MatrixRoom {
  private final Multiset<SiteId> cellsBySite = HashMultiset.create();
  private final Multiset<SiteId> begunBySite = HashMultiset.create();
  private long cells;
  private @Nullable MatrixRoom all;

  /** Numbers in matrices. */
  long cells() {
    return cells;
  }

  /** Numbers in matrices that a site's agents said. */
  long cells(SiteId site) {
    return cellsBySite.count(site);
  }

  /** Shuffles that a site's agents began. */
  int begunBy(SiteId site) {
    return begunBySite.count(site);
  }

  /** A matrix has so many numbers more, or less if negative. */
  void add(long more) {
    cells += more;
    if (all != null) {
      all.add(more);
    }
  }

  /** A site's agents said so many more of the numbers, or less if negative. */
  void addSaidBy(SiteId site, int more) {
    cellsBySite.setCount(site, cellsBySite.count(site) + more);
    if (all != null) {
      all.addSaidBy(site, more);
    }
  }

  /** Agents of a site began it. */
  void begin(SiteId by) {
    begunBySite.add(by);
    if (all != null) {
      all.begin(by);
    }
  }

  /** Is counted among all from now on; once, before anything is counted. */
  void join(MatrixRoom whole) {
    all = whole;
  }

  /** Is no longer counted among all. */
  void leave() {
    if (all != null) {
      all.cells -= cells;
      Multisets.removeOccurrences(all.cellsBySite, cellsBySite);
      Multisets.removeOccurrences(all.begunBySite, begunBySite);
      all = null;
    }
  }
}
