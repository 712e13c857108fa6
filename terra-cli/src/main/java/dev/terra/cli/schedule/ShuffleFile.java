package dev.terra.cli.schedule;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.google.common.collect.ImmutableList;
import dev.terra.core.shuffle.ShuffleId;
import dev.terra.core.shuffle.ShuffleMatrix;
import dev.terra.core.wan.SiteId;
import dev.terra.core.wan.Wan;
import dev.terra.schedule.BundleDemand;
import dev.terra.schedule.ShuffleDemand;
import dev.terra.schedule.ShuffleTerms;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;

/**
 * Reads the shuffles to schedule: {@code {"shuffles":[{"id", "group"?, "arrivalSeconds"?, "weight"?, "priority"?, "deadlineSeconds"?,
 * "bundles": [{"src","dst","bytes","flows"?}]} or with "hosts":{host:site} and "matrix":[{"from","to","bytes"}]]}}. Bundles of
 * the same pair of sites add up; matrix entries within a site drop out. Everything else that cannot be meant is an error that
 * names the shuffle.
 */
final class ShuffleFile {
  /** A schedule's input is typed or generated; the largest benchmark dump has a few megabytes. */
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
    JsonFields root = new JsonFields(reader.parse(), file.toString(), List.of("shuffles"));
    Set<String> ids = new HashSet<>();
    List<ShuffleDemand> shuffles = new ArrayList<>();
    for (JsonNode node : root.list("shuffles")) {
      ShuffleDemand shuffle = reader.shuffle(node, shuffles.size() + 1);
      if (!ids.add(shuffle.id().value())) {
        throw new IllegalArgumentException(file + ": shuffle '" + shuffle.id() + "' is given twice; expected each id once");
      }
      shuffles.add(shuffle);
    }
    return shuffles;
  }

  private JsonNode parse() {
    try {
      if (!Files.isRegularFile(file)) {
        throw new IllegalArgumentException(file + ": no such file");
      }
      if (Files.size(file) > MAX_BYTES) {
        throw new IllegalArgumentException(file + ": larger than " + (MAX_BYTES >> 20) + " MiB");
      }
      ObjectMapper mapper = new ObjectMapper().enable(JsonParser.Feature.STRICT_DUPLICATE_DETECTION)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS).enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS);
      return mapper.readTree(Files.readAllBytes(file));
    } catch (JsonProcessingException e) {
      int line = e.getLocation() == null ? 0 : e.getLocation().getLineNr();
      throw new IllegalArgumentException(file + ":" + line + ": is no valid JSON: " + e.getOriginalMessage(), e);
    } catch (IOException e) {
      throw new IllegalArgumentException(file + ": cannot be read: " + e.getMessage(), e);
    }
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
      ShuffleId shuffleId = new ShuffleId(id);
      return new ShuffleDemand(shuffleId, fields.has("group") ? Optional.of(fields.text("group")) : Optional.empty(),
          fields.number("arrivalSeconds").orElse(0), terms(fields), fields.has("bundles") ? bundles(fields) : collapsed(fields, shuffleId));
    } catch (IllegalArgumentException e) {
      throw e.getMessage().startsWith(file + ":") ? e : new IllegalArgumentException(file + ": " + e.getMessage(), e);
    }
  }

  private static ShuffleTerms terms(JsonFields fields) {
    try {
      return new ShuffleTerms(fields.number("weight").orElse(1), priority(fields), fields.number("deadlineSeconds"));
    } catch (IllegalArgumentException e) {
      throw e.getMessage().startsWith(fields.what()) ? e : fields.error(e.getMessage());
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
      fields = fields.named(shuffle.what() + ", bundle " + from + "->" + to);
      if (from.equals(to)) {
        throw fields.error("expected two different sites");
      }
      double flows = fields.number("flows").orElse(1);
      if (!(flows >= 1) || (int) flows != flows) {
        throw fields.error("expected 'flows' to be a whole number from 1 on, got " + flows);
      }
      Sum sum = sums.merge(List.of(from, to), new Sum(bytes(fields), (int) flows),
          (a, b) -> new Sum(a.bytes().add(b.bytes()), (int) Math.min(Integer.MAX_VALUE, (long) a.flows() + b.flows())));
      if (sum.bytes().compareTo(LARGEST) > 0) {
        throw fields.error("the bundles of this pair together exceed 2^63 - 1 bytes");
      }
    }
    return sums.entrySet().stream()
        .map(entry -> new BundleDemand(entry.getKey().get(0), entry.getKey().get(1), entry.getValue().bytes().doubleValue(),
            entry.getValue().flows()))
        .collect(ImmutableList.toImmutableList());
  }

  private ImmutableList<BundleDemand> collapsed(JsonFields shuffle, ShuffleId id) {
    ShuffleMatrix matrix = new ShuffleMatrix(id);
    JsonFields hosts = shuffle.object("hosts");
    for (String host : hosts.names()) {
      matrix.place(host, site(hosts, hosts.text(host)));
    }
    for (JsonNode node : shuffle.list("matrix")) {
      JsonFields entry = new JsonFields(node, shuffle.what() + ", an entry of the matrix", List.of("from", "to", "bytes"));
      String from = host(entry, hosts, "from");
      String to = host(entry, hosts, "to");
      BigDecimal bytes = bytes(entry.named(shuffle.what() + ", from " + from + " to " + to));
      if (bytes.stripTrailingZeros().scale() > 0) {
        throw entry.error("expected whole bytes from " + from + " to " + to + ", got " + bytes);
      }
      matrix.add(from, to, bytes.longValueExact());
    }
    return matrix.collapse().entrySet().stream()
        .map(entry -> new BundleDemand(entry.getKey().from(), entry.getKey().to(), entry.getValue().bytes(),
            Math.max(1, entry.getValue().flows())))
        .collect(ImmutableList.toImmutableList());
  }

  private static String host(JsonFields entry, JsonFields hosts, String key) {
    String host = entry.text(key);
    if (!hosts.has(host)) {
      throw entry.error("host '" + host + "' is not among 'hosts'");
    }
    return host;
  }

  private SiteId site(JsonFields fields, String name) {
    SiteId site;
    try {
      site = new SiteId(name);
    } catch (IllegalArgumentException e) {
      throw fields.error(e.getMessage());
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
