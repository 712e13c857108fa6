package dev.terra.lab.replay;

import dev.terra.core.wan.SiteId;
import java.util.List;
import java.util.stream.IntStream;

/**
 * A shuffle as it is sent.
 *
 * @param job the group of shuffles that is waited for as a whole; without blanks
 * @param id the job's and the stage's, with a slash between; without blanks
 * @param bundles between different sites, each with at least one byte
 */
record WireShuffle(String job, String id, List<Bundle> bundles) {
  WireShuffle {
    bundles = List.copyOf(bundles);
  }

  /**
   * The bytes from one site to another.
   *
   * @param bytes at least 1
   * @param flows how many connections between hosts the bundle stands for, at least 1
   * @param seed from which the bytes are made
   */
  record Bundle(SiteId from, SiteId to, long bytes, int flows, long seed) {
    /**
     * Returns the flows of this bundle, each with a part of its bytes. The parts differ by one byte at most, each has
     * at least one, and no two of a replay are made from the same seed.
     *
     * @param most the largest number of flows; the same in all of a replay
     */
    List<Bundle> parts(int most) {
      int count = (int) Math.min(Math.min(flows, most), bytes);
      return IntStream.range(0, count).mapToObj(part ->
          new Bundle(from, to, bytes / count + (part < bytes % count ? 1 : 0), 1, seed * most + part)).toList();
    }
  }

  /** Returns the bytes of all bundles. */
  long bytes() {
    return bundles.stream().mapToLong(Bundle::bytes).sum();
  }
}
