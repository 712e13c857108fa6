package dev.terra.cli.schedule;

import com.fasterxml.jackson.databind.JsonNode;
import com.google.common.collect.ImmutableList;
import dev.terra.config.ConfigException;
import dev.terra.config.JsonFields;
import dev.terra.config.JsonFile;
import dev.terra.config.TextFile;
import dev.terra.core.failure.Failures;
import dev.terra.core.shuffle.ShuffleId;
import dev.terra.core.wan.SiteId;
import dev.terra.core.wan.SitePair;
import dev.terra.core.wan.Wan;
import dev.terra.schedule.BundleDemand;
import dev.terra.schedule.ShuffleDemand;
import dev.terra.schedule.ShuffleTerms;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeMap;

/**
 * Reads the shuffles to schedule: {@code {"shuffles":[{"id", "group"?, "arrivalSeconds"?, "weight"?, "priority"?, "deadlineSeconds"?,
 * "bundles": [{"src","dst","bytes","flows"?}]} or with "hosts":{host:site} and "matrix":[{"from","to","bytes"}]]}}. Bundles of the same
 * pair of sites add up; matrix entries within a site drop out. Every other invalid value is an error that names the shuffle.
 */
final class ShuffleFile {
  /** The most bytes of a file. A schedule's input is typed or generated; the largest benchmark dump has a few megabytes. */
  private static final long MAX_BYTES = 256L << 20;
  private static final BigDecimal LARGEST = new BigDecimal(BigInteger.valueOf(Long.MAX_VALUE));

  private record Sum(BigDecimal bytes, int flows) {}

  private final Path file;
  private final Wan wan;

  private ShuffleFile(Path file, Wan wan) {
    this.file = file;
    this.wan = wan;
  }

  static List<ShuffleDemand> read(Path file, Wan wan) {
    ShuffleFile reader = new ShuffleFile(file, wan);
    JsonFields root = new JsonFields(JsonFile.tree(file, TextFile.read(file, MAX_BYTES)), file.toString(), List.of("shuffles"));
    Set<String> ids = new HashSet<>();
    List<ShuffleDemand> shuffles = new ArrayList<>();
    for (JsonNode node : root.list("shuffles")) {
      ShuffleDemand shuffle = reader.shuffle(node, shuffles.size() + 1);
      if (!ids.add(shuffle.id().value())) {
        throw new ConfigException(file + ": shuffle '" + shuffle.id() + "' is given twice; expected each id once");
      }
      shuffles.add(shuffle);
    }
    return shuffles;
  }

  private ShuffleDemand shuffle(JsonNode node, int number) {
    JsonFields fields = new JsonFields(node, file + ": shuffle number " + number,
        List.of("id", "group", "arrivalSeconds", "weight", "priority", "deadlineSeconds", "bundles", "hosts", "matrix"));
    String id = fields.text("id");
    fields = fields.named(file + ": shuffle '" + id + "'");
    if (fields.has("bundles") == fields.has("matrix") || fields.has("hosts") != fields.has("matrix")) {
      throw fields.error("expected either 'bundles', or 'hosts' and 'matrix'");
    }
    try {
      return new ShuffleDemand(new ShuffleId(id), fields.has("group") ? Optional.of(fields.text("group")) : Optional.empty(),
          fields.number("arrivalSeconds").orElse(0), terms(fields), fields.has("bundles") ? bundles(fields) : collapsed(fields));
    } catch (IllegalArgumentException e) {
      throw fields.error(Failures.inWords(e));
    }
  }

  private static ShuffleTerms terms(JsonFields fields) {
    try {
      return new ShuffleTerms(fields.number("weight").orElse(1), priority(fields), fields.number("deadlineSeconds"));
    } catch (IllegalArgumentException e) {
      throw fields.error(Failures.inWords(e));
    }
  }

  private static int priority(JsonFields fields) {
    OptionalDouble priority = fields.number("priority");
    if (priority.isPresent() && (int) priority.getAsDouble() != priority.getAsDouble()) {
      throw fields.error("expected 'priority' to be a whole number, got " + priority.getAsDouble());
    }
    return (int) priority.orElse(0);
  }

  private ImmutableList<BundleDemand> bundles(JsonFields shuffle) {
    Map<List<SiteId>, Sum> sums = new LinkedHashMap<>();
    for (JsonNode node : shuffle.list("bundles")) {
      JsonFields fields = new JsonFields(node, shuffle.what() + ", a bundle", List.of("src", "dst", "bytes", "flows"));
      SiteId from = site(fields, fields.text("src"));
      SiteId to = site(fields, fields.text("dst"));
      fields = fields.named(shuffle.what() + ", bundle " + new SitePair(from, to));
      if (from.equals(to)) {
        throw fields.error("expected two different sites");
      }
      double flows = fields.number("flows").orElse(1);
      if (!(flows >= 1) || (int) flows != flows) {
        throw fields.error("expected 'flows' to be a whole number from 1 on, got " + flows);
      }
      add(sums, List.of(from, to), new Sum(bytes(fields), (int) flows), fields);
    }
    return demands(sums);
  }

  private ImmutableList<BundleDemand> collapsed(JsonFields shuffle) {
    Map<String, SiteId> hosts = hosts(shuffle.object("hosts"));
    Map<List<SiteId>, Sum> sums = new TreeMap<>(
        Comparator.comparing((List<SiteId> pair) -> pair.get(0)).thenComparing(pair -> pair.get(1)));
    Set<List<String>> flows = new HashSet<>();
    for (JsonNode node : shuffle.list("matrix")) {
      JsonFields entry = new JsonFields(node, shuffle.what() + ", an entry of the matrix", List.of("from", "to", "bytes"));
      String from = host(entry, hosts, "from");
      String to = host(entry, hosts, "to");
      entry = entry.named(shuffle.what() + ", from " + from + " to " + to);
      BigDecimal bytes = bytes(entry);
      if (bytes.stripTrailingZeros().scale() > 0) {
        throw entry.error("expected whole bytes from " + from + " to " + to + ", got " + bytes);
      }
      SiteId source = Objects.requireNonNull(hosts.get(from));
      SiteId destination = Objects.requireNonNull(hosts.get(to));
      if (!source.equals(destination)) {
        boolean newFlow = bytes.signum() > 0 && flows.add(List.of(from, to));
        add(sums, List.of(source, destination), new Sum(bytes, newFlow ? 1 : 0), entry);
      }
    }
    return demands(sums);
  }

  private static void add(Map<List<SiteId>, Sum> sums, List<SiteId> pair, Sum part, JsonFields fields) {
    Sum sum = sums.merge(pair, part,
        (a, b) -> new Sum(a.bytes().add(b.bytes()), (int) Math.min(Integer.MAX_VALUE, (long) a.flows() + b.flows())));
    if (sum.bytes().compareTo(LARGEST) > 0) {
      throw fields.error("the bytes from " + pair.get(0) + " to " + pair.get(1) + " exceed 2^63 - 1 together");
    }
  }

  private static ImmutableList<BundleDemand> demands(Map<List<SiteId>, Sum> sums) {
    return sums.entrySet().stream()
        .map(entry -> new BundleDemand(entry.getKey().get(0), entry.getKey().get(1), entry.getValue().bytes().doubleValue(),
            Math.max(1, entry.getValue().flows())))
        .collect(ImmutableList.toImmutableList());
  }

  private Map<String, SiteId> hosts(JsonFields hosts) {
    Map<String, SiteId> sites = new HashMap<>();
    for (String host : hosts.names()) {
      sites.put(host, site(hosts, hosts.text(host)));
    }
    return sites;
  }

  private static String host(JsonFields entry, Map<String, SiteId> hosts, String key) {
    String host = entry.text(key);
    if (!hosts.containsKey(host)) {
      throw entry.error("host '" + host + "' is not among 'hosts'");
    }
    return host;
  }

  private SiteId site(JsonFields fields, String name) {
    SiteId site;
    try {
      site = new SiteId(name);
    } catch (IllegalArgumentException e) {
      throw fields.error(Failures.inWords(e));
    }
    if (!wan.contains(site)) {
      throw fields.error("unknown site " + name + "; " + wan.name() + " has "
          + wan.sites().stream().map(known -> known.id().name()).toList());
    }
    return site;
  }

  private static BigDecimal bytes(JsonFields fields) {
    BigDecimal bytes = fields.decimal("bytes");
    if (bytes.signum() < 0 || bytes.compareTo(LARGEST) > 0) {
      throw fields.error("expected 'bytes' to be 0 to 2^63 - 1, got " + bytes);
    }
    return bytes;
  }
}
