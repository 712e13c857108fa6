package dev.terra.cli.topology;

import dev.terra.core.wan.Link;
import dev.terra.core.wan.Site;
import dev.terra.core.wan.SiteId;
import dev.terra.core.wan.Wan;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;

/** Draws a WAN: sites where they are on the map if all have coordinates, else on a circle; links with capacity and latency. */
final class TopologyDrawing {
  private static final int WIDTH = 960;
  private static final int HEIGHT = 560;
  private static final int MARGIN = 70;
  private static final int RADIUS = 7;

  private final Wan wan;
  private final Map<SiteId, double[]> places = new HashMap<>();

  TopologyDrawing(Wan wan) {
    this.wan = wan;
    boolean located = wan.sites().stream().allMatch(site -> site.coordinates().isPresent());
    List<Site> sites = wan.sites();
    for (int i = 0; i < sites.size(); i++) {
      double angle = 2 * Math.PI * i / sites.size() - Math.PI / 2;
      places.put(sites.get(i).id(), located
          ? new double[] {sites.get(i).coordinates().get().longitude(), -sites.get(i).coordinates().get().latitude()}
          : new double[] {Math.cos(angle), Math.sin(angle)});
    }
    scale();
  }

  private void scale() {
    for (int axis = 0; axis < 2; axis++) {
      int which = axis;
      double least = places.values().stream().mapToDouble(place -> place[which]).min().orElse(0);
      double most = places.values().stream().mapToDouble(place -> place[which]).max().orElse(1);
      double room = (axis == 0 ? WIDTH : HEIGHT) - 2 * MARGIN;
      places.values().forEach(place -> place[which] = MARGIN + (most > least ? (place[which] - least) / (most - least) : 0.5) * room);
    }
  }

  /** Returns the drawing as SVG. */
  String svg() {
    StringBuilder svg = new StringBuilder(String.format(Locale.ROOT,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" font-family=\"sans-serif\" font-size=\"13\">%n<title>%s</title>%n",
        WIDTH, HEIGHT, escaped(wan.name())));
    wan.links().stream().filter(link -> link.id().from().compareTo(link.id().to()) < 0 || wan.link(link.id().reversed()).isEmpty())
        .forEach(link -> link(svg, link));
    wan.sites().forEach(site -> site(svg, site));
    return svg.append("</svg>\n").toString();
  }

  private void link(StringBuilder svg, Link link) {
    double[] from = place(link.id().from());
    double[] to = place(link.id().to());
    svg.append(String.format(Locale.ROOT,
        "<line x1=\"%.0f\" y1=\"%.0f\" x2=\"%.0f\" y2=\"%.0f\" stroke=\"#888\"><title>%s</title></line>%n",
        from[0], from[1], to[0], to[1], escaped(link.id() + ": " + label(link))));
    if (wan.links().size() <= 24) {
      svg.append(String.format(Locale.ROOT, "<text x=\"%.0f\" y=\"%.0f\" text-anchor=\"middle\" fill=\"#555\" font-size=\"11\">%s</text>%n",
          (from[0] + to[0]) / 2, (from[1] + to[1]) / 2 - 4, escaped(label(link))));
    }
  }

  private double[] place(SiteId site) {
    return Objects.requireNonNull(places.get(site));
  }

  private void site(StringBuilder svg, Site site) {
    double[] place = place(site.id());
    svg.append(String.format(Locale.ROOT,
        "<circle cx=\"%.0f\" cy=\"%.0f\" r=\"%d\" fill=\"#2563eb\"/>%n<text x=\"%.0f\" y=\"%.0f\">%s</text>%n",
        place[0], place[1], RADIUS, place[0] + RADIUS + 3, place[1] + 4, escaped(site.id().name())));
  }

  /** Returns the WAN as lines of text. */
  String text() {
    StringBuilder text = new StringBuilder();
    for (Site site : wan.sites()) {
      text.append(String.format(Locale.ROOT, "%-24s %s%n", site.id(), String.join(" ", site.subnets())));
      wan.linksFrom(site.id()).forEach(link -> text.append(String.format(Locale.ROOT, "  -> %-22s %s%n", link.id().to(), label(link))));
    }
    return text.toString();
  }

  private static String label(Link link) {
    return String.format(Locale.ROOT, "%s%.0f Mbit/s, %.1f ms", link.measured() ? "from " : "", link.capacity().megabitsPerSecond(),
        link.latency().toNanos() / 1e6);
  }

  private static String escaped(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace("\"", "&quot;");
  }
}
