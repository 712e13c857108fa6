package dev.terra.cli.topology;

import dev.terra.config.ConfigException;
import dev.terra.core.wan.Coordinates;
import dev.terra.core.wan.Site;
import dev.terra.core.wan.SiteId;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** The places of the regions of public clouds, from a table of this program. */
final class CloudRegions {
  private static final int COLUMNS = 5;

  private final Map<String, String[]> rows = new LinkedHashMap<>();

  private CloudRegions(List<String> lines) {
    lines.stream().filter(line -> !line.startsWith("#") && !line.isBlank()).map(line -> line.split("\t"))
        .filter(row -> row.length == COLUMNS).forEach(row -> rows.put(row[0] + ":" + row[1], row));
  }

  /** Returns the program's table. */
  static CloudRegions load() {
    try (InputStream in = CloudRegions.class.getResourceAsStream("clouds.tsv")) {
      return new CloudRegions(new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().toList());
    } catch (IOException e) {
      throw new UncheckedIOException("the table of regions cannot be read", e);
    }
  }

  /**
   * Returns a region as a site.
   *
   * @param name such as {@code aws:eu-west-1}
   * @param subnets the subnets of its hosts
   * @throws ConfigException if there is no such region; the message has those of the provider
   */
  Site site(String name, List<String> subnets) {
    String[] row = rows.get(name);
    if (row == null) {
      String provider = name.contains(":") ? name.substring(0, name.indexOf(':') + 1) : "";
      throw new ConfigException("--cloud: there is no region '" + name + "'; expected one of "
          + rows.keySet().stream().filter(known -> known.startsWith(provider)).collect(Collectors.joining(", ")));
    }
    return new Site(new SiteId(row[1]), row[2], Optional.of(new Coordinates(Double.parseDouble(row[3]), Double.parseDouble(row[4]))), 1,
        subnets);
  }
}
