package dev.terra.cli.transfer;

import com.fasterxml.jackson.databind.JsonNode;
import com.google.common.collect.ImmutableList;
import dev.terra.config.JsonFields;
import dev.terra.config.JsonFile;
import dev.terra.config.TextFile;
import dev.terra.core.failure.Failures;
import dev.terra.core.wan.SiteId;
import dev.terra.core.wan.SitePair;
import dev.terra.core.wan.Wan;
import dev.terra.schedule.BundleDemand;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;

/**
 * Reads a matrix as {@code submit} does, for its bytes alone: each pair of sites has one bundle, the sum of its transfers. Neither a
 * file nor a seed is needed. Transfers within a site do not cross the WAN and are left out.
 */
final class MatrixBundles {
  private MatrixBundles() {}

  static ImmutableList<BundleDemand> read(Path file, Wan wan) {
    JsonFields root = new JsonFields(JsonFile.tree(file, TextFile.read(file, MatrixFile.MAX_BYTES)), file.toString(), MatrixFile.KEYS);
    Map<SitePair, Double> sums = new TreeMap<>();
    int number = 0;
    for (JsonNode transfer : root.list("transfers")) {
      number++;
      JsonFields fields = new JsonFields(transfer, root.what() + ": transfer number " + number, MatrixFile.TRANSFER_KEYS);
      SiteId from = site(fields, "from", wan);
      SiteId to = site(fields, "to", wan);
      long bytes = MatrixFile.bytes(fields);
      if (!from.equals(to)) {
        sums.merge(new SitePair(from, to), (double) bytes, Double::sum);
      }
    }
    if (sums.values().stream().noneMatch(bytes -> bytes > 0)) {
      throw root.error("expected 'transfers' with at least one byte from one site to another");
    }
    return sums.entrySet().stream().map(entry -> new BundleDemand(entry.getKey().from(), entry.getKey().to(), entry.getValue()))
        .collect(ImmutableList.toImmutableList());
  }

  private static SiteId site(JsonFields fields, String key, Wan wan) {
    String name = fields.text(key);
    try {
      SiteId site = new SiteId(name);
      if (wan.contains(site)) {
        return site;
      }
    } catch (IllegalArgumentException e) {
      throw fields.error(Failures.inWords(e));
    }
    throw fields.error("unknown site " + name + "; " + wan.name() + " has "
        + wan.sites().stream().map(known -> known.id().name()).toList());
  }
}
