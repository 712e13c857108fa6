package dev.terra.topology;

import com.google.common.collect.ImmutableList;
import dev.terra.config.ConfigException;
import dev.terra.config.YamlFile;
import dev.terra.config.YamlMap;
import dev.terra.config.YamlValue;
import dev.terra.core.failure.Failures;
import dev.terra.core.units.Bandwidth;
import dev.terra.core.wan.Coordinates;
import dev.terra.core.wan.Link;
import dev.terra.core.wan.LinkId;
import dev.terra.core.wan.LinkPrice;
import dev.terra.core.wan.PriceTier;
import dev.terra.core.wan.Site;
import dev.terra.core.wan.SiteCaps;
import dev.terra.core.wan.SiteHosts;
import dev.terra.core.wan.SiteId;
import dev.terra.core.wan.SiteTerms;
import dev.terra.core.wan.Wan;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads Terra's own topology format, which docs/use/topologies.md describes. Unknown keys are errors. */
final class YamlTopologyReader {
  private static final Pattern LATENCY = Pattern.compile("\\s*([0-9]+(?:\\.[0-9]+)?)\\s*(us|ms|s)\\s*");

  private static final List<String> SITE_KEYS = List.of("id", "city", "latitude", "longitude", "hosts", "subnets", "egress",
      "ingress", "usdPerCoreHour", "wattsPerCore", "gramsPerKilowattHour");
  private static final List<String> LINK_KEYS = List.of("between", "from", "to", "capacity", "latency", "egressUsdPerGigabyte",
      "egressTiers", "wattHoursPerGigabyte");

  private static final Pattern MEASURED = Pattern.compile("\\s*measured(?:\\s+from\\s+(.+))?\\s*");

  private final Path file;
  private final WanAssembler assembler;

  private YamlTopologyReader(Path file) {
    this.file = file;
    this.assembler = new WanAssembler(file);
  }

  static Wan read(Path file, String text) {
    return new YamlTopologyReader(file).read(text);
  }

  private Wan read(String text) {
    YamlMap root = YamlMap.of(YamlFile.parse(file, text), "the file", List.of("name", "source", "sites", "links"));
    for (YamlValue site : root.need("sites").list()) {
      readSite(YamlMap.of(site, "a site", SITE_KEYS));
    }
    for (YamlValue link : root.need("links").list()) {
      readLink(YamlMap.of(link, "a link", LINK_KEYS));
    }
    return assembler.build(root.text("name"));
  }

  private void readSite(YamlMap map) {
    int line = map.line();
    SiteId id = assembler.at(line, () -> new SiteId(map.text("id")));
    OptionalDouble latitude = map.number("latitude");
    OptionalDouble longitude = map.number("longitude");
    if (latitude.isPresent() != longitude.isPresent()) {
      throw new ConfigException(file, line, "site " + id + ": expected both latitude and longitude, or neither");
    }
    Optional<Coordinates> coordinates = latitude.isPresent()
        ? Optional.of(assembler.at(line, () -> new Coordinates(latitude.getAsDouble(), longitude.getAsDouble())))
        : Optional.empty();
    double hosts = map.number("hosts").orElse(1);
    if (hosts != Math.rint(hosts) || hosts < 1 || hosts > 100_000) {
      throw new ConfigException(file, map.line("hosts"), "site " + id + ": expected hosts to be a whole number from 1 to 100000");
    }
    SiteTerms terms = named(line, "site " + id, () ->
        new SiteTerms(map.number("usdPerCoreHour"), map.number("wattsPerCore"), map.number("gramsPerKilowattHour")));
    Optional<Bandwidth> egress = cap(map, "egress");
    Optional<Bandwidth> ingress = cap(map, "ingress");
    SiteCaps caps = named(line, "site " + id, () -> new SiteCaps(egress, ingress));
    assembler.site(line, assembler.at(line, () -> new Site(
        id, map.optionalText("city").orElse(id.name()), coordinates, new SiteHosts((int) hosts, map.texts("subnets"), caps), terms)));
  }

  private Optional<Bandwidth> cap(YamlMap map, String key) {
    return map.optionalText(key).map(text -> assembler.at(map.line(key), () -> Bandwidth.parse(text)));
  }

  /** Returns the result of a supplier. If the supplier fails, the problem begins with the given name. */
  private <T> T named(int line, String name, Supplier<T> made) {
    return assembler.at(line, () -> {
      try {
        return made.get();
      } catch (IllegalArgumentException e) {
        throw new IllegalArgumentException(name + ": " + Failures.inWords(e), e);
      }
    });
  }

  private void readLink(YamlMap map) {
    int line = map.line();
    boolean bothWays = map.has("between");
    if (bothWays == map.has("from") || map.has("from") != map.has("to")) {
      throw new ConfigException(file, line, "expected a link to have either 'between: [A, B]' or both 'from' and 'to'");
    }
    List<String> ends = bothWays ? map.texts("between") : List.of(map.text("from"), map.text("to"));
    if (ends.size() != 2) {
      throw new ConfigException(file, map.line("between"), "expected 'between' to name two sites, got " + ends);
    }
    LinkId id = assembler.at(line, () -> LinkId.of(ends.get(0), ends.get(1)));
    Optional<String> said = map.optionalText("capacity");
    Matcher measured = MEASURED.matcher(said.orElse("measured"));
    boolean isMeasured = measured.matches();
    Bandwidth capacity = isMeasured && measured.group(1) == null ? Link.UNKNOWN
        : assembler.at(map.line("capacity"), () -> Bandwidth.parse(isMeasured ? measured.group(1) : said.orElseThrow()));
    Duration latency = latency(map, id);
    LinkPrice price = price(map, id);
    for (LinkId direction : bothWays ? List.of(id, id.reversed()) : List.of(id)) {
      assembler.link(line, assembler.at(line, () -> new Link(direction, capacity, latency, price, isMeasured)));
    }
  }

  private LinkPrice price(YamlMap map, LinkId id) {
    return named(map.line(), "link " + id, () -> {
      ImmutableList.Builder<PriceTier> tiers = ImmutableList.builder();
      map.get("egressTiers").map(YamlValue::list).orElse(List.of()).forEach(value -> {
        YamlMap tier = YamlMap.of(value, "a tier", List.of("aboveGigabytes", "usdPerGigabyte"));
        tiers.add(new PriceTier(tier.need("aboveGigabytes").number(), tier.need("usdPerGigabyte").number()));
      });
      return new LinkPrice(map.number("egressUsdPerGigabyte"), tiers.build(), map.number("wattHoursPerGigabyte"));
    });
  }

  private Duration latency(YamlMap map, LinkId id) {
    String text = map.text("latency");
    Matcher matcher = LATENCY.matcher(text);
    if (!matcher.matches()) {
      throw new ConfigException(file, map.line("latency"),
          "link " + id + ": expected a one-way latency such as '33.7 ms', got '" + text + "'");
    }
    double nanosPerUnit = switch (matcher.group(2)) {
      case "us" -> 1e3;
      case "ms" -> 1e6;
      default -> 1e9;
    };
    return Duration.ofNanos(Math.round(Double.parseDouble(matcher.group(1)) * nanosPerUnit));
  }
}
