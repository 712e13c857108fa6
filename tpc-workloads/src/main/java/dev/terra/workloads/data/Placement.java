package dev.terra.workloads.data;

import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/**
 * Determines which site has which rows of a table. A table is cut into blocks of rows. Each block is at one site, which is drawn with a
 * seed from the sites that may have the table, as in section 2.6.1 of the dissertation.
 */
public final class Placement {
  /** The rows of a block. It is so small that enough tables have several blocks at small scale factors, too. */
  public static final int BLOCK_ROWS = 2_000;

  private final List<String> sites;
  private final Map<String, List<String>> tables;
  private final long seed;

  /**
   * Makes a placement.
   *
   * @param sites all sites
   * @param tables the sites that may have a table; tables that are not named may be anywhere
   * @param seed the seed with which the sites of blocks are drawn
   * @throws IllegalArgumentException if a table's site is not one of the sites, or a table has no site
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

  /** Returns the site of a table's row; rows count from 0. */
  public String site(String table, long row) {
    List<String> at = tables.getOrDefault(table, sites);
    long block = row / BLOCK_ROWS;
    return at.get(new SplittableRandom(seed ^ (table.hashCode() * 0x9E37_79B9_7F4A_7C15L) ^ (block * 0xC2B2_AE3D_27D4_EB4FL))
        .nextInt(at.size()));
  }
}
