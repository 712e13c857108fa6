package dev.terra.topology;

import dev.terra.core.units.Bandwidth;
import dev.terra.core.wan.Coordinates;
import dev.terra.core.wan.Link;
import dev.terra.core.wan.LinkPrice;
import dev.terra.core.wan.Site;
import dev.terra.core.wan.Wan;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Writes a WAN in Terra's own format. Reading the text gives an equal WAN, to the nanosecond of a latency and the last bit of a capacity.
 */
final class YamlTopologyWriter {
  private YamlTopologyWriter() {}

  static String write(Wan wan) {
    StringBuilder text = new StringBuilder();
    text.append("name: ").append(quoted(wan.name())).append("\nsites:\n");
    wan.sites().forEach(site -> text.append("  - {").append(site(site)).append("}\n"));
    text.append("links:\n");
    Set<Link> written = new HashSet<>();
    for (Link link : wan.links()) {
      Optional<Link> back = wan.link(link.id().reversed()).filter(other -> isSameBothWays(link, other));
      if (back.isEmpty() || !written.contains(back.get())) {
        text.append("  - {").append(link(link, back.isPresent())).append("}\n");
      }
      written.add(link);
    }
    return text.toString();
  }

  private static boolean isSameBothWays(Link link, Link back) {
    return link.capacity().equals(back.capacity()) && link.measured() == back.measured() && link.latency().equals(back.latency())
        && link.price().equals(back.price());
  }

  private static String site(Site site) {
    List<String> fields = new ArrayList<>();
    fields.add("id: " + quoted(site.id().name()));
    fields.add("city: " + quoted(site.city()));
    if (site.coordinates().isPresent()) {
      Coordinates place = site.coordinates().get();
      fields.add("latitude: " + plain(place.latitude()));
      fields.add("longitude: " + plain(place.longitude()));
    }
    fields.add("hosts: " + site.hosts());
    if (!site.subnets().isEmpty()) {
      fields.add("subnets: " + site.subnets().stream().map(YamlTopologyWriter::quoted).collect(Collectors.joining(", ", "[", "]")));
    }
    site.caps().egress().ifPresent(cap -> fields.add("egress: " + bytesPerSecond(cap)));
    site.caps().ingress().ifPresent(cap -> fields.add("ingress: " + bytesPerSecond(cap)));
    site.terms().usdPerCoreHour().ifPresent(usd -> fields.add("usdPerCoreHour: " + plain(usd)));
    site.terms().wattsPerCore().ifPresent(watts -> fields.add("wattsPerCore: " + plain(watts)));
    site.terms().gramsPerKilowattHour().ifPresent(grams -> fields.add("gramsPerKilowattHour: " + plain(grams)));
    return String.join(", ", fields);
  }

  private static String link(Link link, boolean bothWays) {
    String from = quoted(link.id().from().name());
    String to = quoted(link.id().to().name());
    List<String> fields = new ArrayList<>();
    fields.add(bothWays ? "between: [" + from + ", " + to + "]" : "from: " + from + ", to: " + to);
    fields.add("capacity: " + (link.measured() ? "measured from " : "") + bytesPerSecond(link.capacity()));
    fields.add("latency: " + plain(link.latency().toNanos() / 1e3) + " us");
    price(link.price(), fields);
    return String.join(", ", fields);
  }

  private static void price(LinkPrice price, List<String> fields) {
    price.usdPerGigabyte().ifPresent(usd -> fields.add("egressUsdPerGigabyte: " + plain(usd)));
    if (!price.tiers().isEmpty()) {
      fields.add("egressTiers: " + price.tiers().stream()
          .map(tier -> "{aboveGigabytes: " + plain(tier.aboveGigabytes()) + ", usdPerGigabyte: " + plain(tier.usdPerGigabyte()) + "}")
          .collect(Collectors.joining(", ", "[", "]")));
    }
    price.wattHoursPerGigabyte().ifPresent(energy -> fields.add("wattHoursPerGigabyte: " + plain(energy)));
  }

  private static String bytesPerSecond(Bandwidth bandwidth) {
    return plain(bandwidth.bytesPerSecond()) + " B/s";
  }

  private static String plain(double value) {
    return new BigDecimal(Double.toString(value)).toPlainString();
  }

  private static String quoted(String text) {
    return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
  }
}
