package dev.terra.reproduce.hare;

import static com.google.common.base.Preconditions.checkState;

import com.google.common.collect.ImmutableList;
import dev.terra.core.shares.RequestDemand;

/**
 * The counts of a store in a period.
 *
 * @param reads pairs that were read
 * @param hits those of them that were in the cache
 * @param writes pairs that were written
 */
record StoreCounts(long reads, long hits, long writes) {
  static final StoreCounts NONE = new StoreCounts(0, 0, 0);

  StoreCounts plus(StoreCounts more) {
    return new StoreCounts(reads + more.reads, hits + more.hits, writes + more.writes);
  }

  StoreCounts halved() {
    return new StoreCounts(reads / 2, hits / 2, writes / 2);
  }

  long requests() {
    return reads + writes;
  }

  /**
   * Returns the reads, writes and network bytes that a request takes. A read crosses the line to the client and, if it
   * misses, the line to the database; a write crosses both.
   */
  RequestDemand demand(TenantLoad load) {
    checkState(requests() > 0, "a store served no request in a period");
    double read = (double) reads / requests();
    double network = 2.0 * load.wireBytes();
    return new RequestDemand(ImmutableList.of(read * load.readUnits(), (1 - read) * load.writeUnits(), network),
        ImmutableList.of(1., 0., read / 2));
  }
}
