package dev.terra.lab.replay;

import dev.terra.core.wan.SiteId;
import java.util.List;

/**
 * A shuffle as it is sent.
 *
 * @param id the job's and the stage's, with a slash between; without blanks
 * @param bundles between different sites, each with at least one byte
 */
record WireShuffle(String id, List<Bundle> bundles) {
  WireShuffle {
    bundles = List.copyOf(bundles);
  }

  /**
   * What goes from one site to another.
   *
   * @param bytes at least 1
   * @param flows how many connections between hosts it stands for, at least 1
   * @param seed what the bytes are made from
   */
  record Bundle(SiteId from, SiteId to, long bytes, int flows, long seed) {}

  /** All its bytes. */
  long bytes() {
    return bundles.stream().mapToLong(Bundle::bytes).sum();
  }
}
