package dev.terra.topology;

import dev.terra.core.wan.Link;
import dev.terra.core.wan.LinkId;
import dev.terra.core.wan.Site;
import dev.terra.core.wan.Wan;
import java.math.BigDecimal;
import java.util.HashSet;
import java.util.Locale;
import java.util.Set;

/**
 * Writes a WAN in the project's own format. What is written reads back as the same WAN, with latencies to the microsecond and
 * capacities to the bit per second; a link whose directions agree is written once.
 */
public final class YamlTopologyWriter {
  private YamlTopologyWriter() {}

  /** The text of a topology file. */
  public static String write(Wan wan) {
    StringBuilder text = new StringBuilder("name: ").append(quote(wan.name())).append("\nsites:\n");
    wan.sites().forEach(site -> text.append("  - ").append(site(site)).append('\n'));
    text.append("links:\n");
    Set<LinkId> written = new HashSet<>();
    for (Link link : wan.links()) {
      if (!written.contains(link.id())) {
        text.append("  - ").append(link(wan, link, written)).append('\n');
      }
    }
    return text.toString();
  }

  private static String site(Site site) {
    StringBuilder text = new StringBuilder("{id: ").append(quote(site.id().name())).append(", city: ").append(quote(site.city()));
    site.coordinates().ifPresent(place -> text.append(", latitude: ").append(number(place.latitude()))
        .append(", longitude: ").append(number(place.longitude())));
    text.append(", hosts: ").append(site.hosts());
    if (!site.subnets().isEmpty()) {
      text.append(", subnets: [")
          .append(String.join(", ", site.subnets().stream().map(YamlTopologyWriter::quote).toList())).append(']');
    }
    return text.append('}').toString();
  }

  private static String link(Wan wan, Link link, Set<LinkId> written) {
    boolean bothWays = wan.link(link.id().reversed()).filter(back -> agree(link, back)).isPresent();
    written.add(link.id());
    if (bothWays) {
      written.add(link.id().reversed());
    }
    String from = quote(link.id().from().name());
    String to = quote(link.id().to().name());
    StringBuilder text = new StringBuilder(bothWays ? "{between: [" + from + ", " + to + "]" : "{from: " + from + ", to: " + to);
    text.append(", capacity: ").append(Math.round(link.capacity().bytesPerSecond() * 8)).append(" bps")
        .append(", latency: ").append(Math.round(link.latency().toNanos() / 1e3)).append(" us");
    link.egressUsdPerGigabyte().ifPresent(price -> text.append(", egressUsdPerGigabyte: ").append(number(price)));
    return text.append('}').toString();
  }

  private static boolean agree(Link link, Link back) {
    return link.capacity().equals(back.capacity()) && link.latency().equals(back.latency())
        && link.egressUsdPerGigabyte().equals(back.egressUsdPerGigabyte());
  }

  private static String number(double value) {
    return BigDecimal.valueOf(value).toPlainString();
  }

  private static String quote(String text) {
    StringBuilder quoted = new StringBuilder("\"");
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '"' || c == '\\') {
        quoted.append('\\').append(c);
      } else if (c < ' ') {
        quoted.append(String.format(Locale.ROOT, "\\x%02x", (int) c));
      } else {
        quoted.append(c);
      }
    }
    return quoted.append('"').toString();
  }
}
