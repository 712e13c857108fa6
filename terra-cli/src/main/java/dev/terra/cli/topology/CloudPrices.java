package dev.terra.cli.topology;

import com.google.common.collect.HashBasedTable;
import com.google.common.collect.Table;
import com.google.common.primitives.Doubles;
import dev.terra.config.ConfigException;
import dev.terra.config.TextFile;
import dev.terra.core.units.CostLimits;
import dev.terra.core.wan.LinkId;
import dev.terra.core.wan.LinkPrice;
import dev.terra.core.wan.SiteId;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;

/**
 * The prices of a gigabyte from one cloud region to another, read from a table with the columns {@code src,dest,cost} and names such as
 * aws:eu-west-1.
 */
final class CloudPrices {
  /** The most bytes of a table; three clouds have some thousands of pairs of regions. */
  private static final long MAX_BYTES = 16L << 20;
  private static final int COLUMNS = 3;

  private final Table<String, String, Double> usdPerGigabyte = HashBasedTable.create();

  /**
   * Reads the prices of a file.
   *
   * @throws ConfigException if a line is malformed
   */
  static CloudPrices read(Path file) {
    CloudPrices prices = new CloudPrices();
    List<String> lines = TextFile.read(file, MAX_BYTES).lines().toList();
    for (int i = 0; i < lines.size(); i++) {
      String line = lines.get(i);
      if (!line.isBlank() && !line.startsWith("#") && !(i == 0 && line.startsWith("src,"))) {
        prices.add(file, i + 1, line.split(",", -1));
      }
    }
    return prices;
  }

  private void add(Path file, int line, String[] row) {
    if (row.length != COLUMNS) {
      throw new ConfigException(file, line, "expected 'source,destination,price', got " + row.length + " columns");
    }
    Double usd = Doubles.tryParse(row[2].strip());
    if (usd == null || !CostLimits.isFrom0(usd, CostLimits.MOST_USD_PER_GIGABYTE)) {
      throw new ConfigException(file, line, "expected a price in US dollars, " + CostLimits.from0(CostLimits.MOST_USD_PER_GIGABYTE)
          + ", got '" + row[2] + "'");
    }
    usdPerGigabyte.put(region(row[0]), region(row[1]), usd);
  }

  /** Returns a region's name; tables of prices name one of its zones with a letter. */
  private static String region(String name) {
    return name.strip().replaceFirst("^(gcp:.*)-[a-z]$", "$1");
  }

  /**
   * Returns the price of a link.
   *
   * @param regions the names of the sites that are regions
   * @throws ConfigException if both ends are regions and the table does not have them
   */
  LinkPrice of(LinkId link, Map<SiteId, String> regions) {
    String from = regions.get(link.from());
    String to = regions.get(link.to());
    if (from == null || to == null) {
      return LinkPrice.UNKNOWN;
    }
    Double usd = usdPerGigabyte.get(from, to);
    if (usd == null) {
      throw new ConfigException("--prices: there is no price from " + from + " to " + to);
    }
    return LinkPrice.of(OptionalDouble.of(usd));
  }
}
