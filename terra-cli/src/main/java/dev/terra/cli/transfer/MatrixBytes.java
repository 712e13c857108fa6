package dev.terra.cli.transfer;

import com.fasterxml.jackson.databind.JsonNode;
import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
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
 * The bytes of a matrix that {@code submit} takes. Neither a file nor a seed is needed.
 *
 * @param pairs the sum of the transfers of each pair of sites, including the pair of a site with itself, bytes
 */
record MatrixBytes(ImmutableMap<SitePair, Double> pairs) {
  static MatrixBytes read(Path file, Wan wan) {
    JsonFields root = new JsonFields(JsonFile.tree(file, TextFile.read(file, MatrixFile.MAX_BYTES)), file.toString(), MatrixFile.KEYS);
    Map<SitePair, Double> sums = new TreeMap<>();
    int number = 0;
    for (JsonNode transfer : root.list("transfers")) {
      number++;
      JsonFields fields = new JsonFields(transfer, root.what() + ": transfer number " + number, MatrixFile.TRANSFER_KEYS);
      SitePair pair = new SitePair(site(fields, "from", wan), site(fields, "to", wan));
      sums.merge(pair, (double) MatrixFile.bytes(fields), Double::sum);
    }
    if (sums.entrySet().stream().noneMatch(sum -> sum.getValue() > 0 && !sum.getKey().from().equals(sum.getKey().to()))) {
      throw root.error("expected 'transfers' with at least one byte from one site to another");
    }
    return new MatrixBytes(ImmutableMap.copyOf(sums));
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

  /** Returns one bundle for each pair of two different sites. */
  ImmutableList<BundleDemand> bundles() {
    return pairs.entrySet().stream().filter(entry -> !entry.getKey().from().equals(entry.getKey().to()))
        .map(entry -> new BundleDemand(entry.getKey().from(), entry.getKey().to(), entry.getValue()))
        .collect(ImmutableList.toImmutableList());
  }

  /** Returns what each site sends, also to itself, bytes. */
  ImmutableMap<SiteId, Double> bySender() {
    Map<SiteId, Double> sums = new TreeMap<>();
    pairs.forEach((pair, bytes) -> sums.merge(pair.from(), bytes, Double::sum));
    return ImmutableMap.copyOf(sums);
  }
}
