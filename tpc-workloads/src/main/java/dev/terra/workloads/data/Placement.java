package dev.terra.workloads.data;

import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/**
 * Which site has which rows of a table. A table is cut into blocks of rows; each block is at one site, drawn with a seed from those that
 * may have the table, as in the dissertation's section 2.6.1.
 */
public final class Placement {
  /** Rows of a block: enough tables have several at small scale factors, too. */
  public static final int BLOCK_ROWS = 2_000;

  private final List<String> sites;
  private final Map<String, List<String>> tables;
  private final long seed;

  /**
   * A placement.
   *
   * @param sites all sites
   * @param tables the sites that may have a table; those that are not named may be anywhere
   * @param seed what blocks are drawn with
   * @throws IllegalArgumentException if a table's site is none of the sites, or a table has none
   */
  public Placement(List<String> sites, Map<String, List<String>> tables, long seed) {
    tables.forEach((table, at) -> {
      if (at.isEmpty() || !sites.containsAll(at)) {
        throw new IllegalArgumentException("table " + table + " is placed at " + at + "; there are the sites " + sites);
      }
    });
    this.sites = List.copyOf(sites);
    this.tables = Map.copyOf(tables);
    this.seed = seed;
  }

  /** Where a table's row is; rows count from 0. */
  public String site(String table, long row) {
    List<String> at = tables.getOrDefault(table, sites);
    long block = row / BLOCK_ROWS;
    return at.get(new SplittableRandom(seed ^ (table.hashCode() * 0x9E37_79B9_7F4A_7C15L) ^ (block * 0xC2B2_AE3D_27D4_EB4FL))
        .nextInt(at.size()));
  }
}
