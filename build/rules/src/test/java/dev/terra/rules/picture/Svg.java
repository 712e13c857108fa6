package dev.terra.rules.picture;

import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** A picture in SVG, built shape by shape. Lengths are pixels from the upper left corner; it is readable on light and on dark pages. */
final class Svg {
  /** Height of a line of text, pixels. */
  static final int LINE = 16;

  private static final String STYLE = """
      <style>text{font:13px sans-serif;fill:#1b2430}.s{font-size:12px;fill:#44505e}
      .h{paint-order:stroke;stroke:#fff;stroke-width:5px;stroke-linejoin:round}
      .b{fill:#eef4fb;stroke:#5b7ea6}.g{fill:#f7f7f4;stroke:#c9c9c0}.n{fill:#fff6d8;stroke:#d9bf6a}
      .l{stroke:#33475b;stroke-width:1.4;fill:none}.d{stroke-dasharray:5 4}
      .q{stroke:#b8c2cc}.o{fill:#9aa7b4}.t{fill:#2f6fb0}</style>
      <defs><marker id="a" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="8" markerHeight="8" orient="auto-start-reverse">
      <path d="M0 0 8 4 0 8z" fill="#33475b"/></marker></defs>
      """;

  private final StringBuilder shapes = new StringBuilder();

  void rectangle(String style, Rectangle at) {
    shapes.append(String.format(Locale.ROOT, "<rect class=\"%s\" x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" rx=\"5\"/>%n",
        style, at.x(), at.y(), at.width(), at.height()));
  }

  /** A line; {@code ends} holds {@code <} for an arrow at its beginning and {@code >} for one at its end. */
  void line(String style, Point from, Point to, String ends) {
    String start = ends.contains("<") ? " marker-start=\"url(#a)\"" : "";
    String end = ends.contains(">") ? " marker-end=\"url(#a)\"" : "";
    shapes.append(String.format(Locale.ROOT, "<line class=\"%s\" x1=\"%d\" y1=\"%d\" x2=\"%d\" y2=\"%d\"%s%s/>%n",
        style, from.x(), from.y(), to.x(), to.y(), start, end));
  }

  /** A line from point to point. */
  void polyline(String colour, List<Point> points) {
    shapes.append(String.format(Locale.ROOT, "<polyline fill=\"none\" stroke=\"%s\" stroke-width=\"2\" points=\"%s\"/>%n",
        colour, points.stream().map(point -> point.x() + "," + point.y()).collect(Collectors.joining(" "))));
  }

  /** One line of text whose middle ({@code anchor} "middle") or beginning ("start") is at a point of its base line. */
  void text(String style, String anchor, Point at, String text) {
    shapes.append(String.format(Locale.ROOT, "<text class=\"%s\" x=\"%d\" y=\"%d\" text-anchor=\"%s\">%s</text>%n",
        style, at.x(), at.y(), anchor, text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")));
  }

  /** Lines of text around the middle of a rectangle; all but the first are small. */
  void label(Rectangle in, List<String> lines) {
    int y = in.y() + in.height() / 2 - (lines.size() - 1) * LINE / 2 + 5;
    for (int i = 0; i < lines.size(); i++) {
      text(i == 0 ? "" : "s", "middle", new Point(in.x() + in.width() / 2, y + i * LINE), lines.get(i));
    }
  }

  /** The whole file. */
  String file(String title, int width, int height) {
    return String.format(Locale.ROOT,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %1$d %2$d\" width=\"%1$d\" height=\"%2$d\" role=\"img\">%n"
        + "<title>%3$s</title>%n%4$s<rect fill=\"#fff\" width=\"%1$d\" height=\"%2$d\" rx=\"8\"/>%n%5$s</svg>%n",
        width, height, title, STYLE, shapes);
  }

  /** A place, pixels. */
  record Point(int x, int y) {}

  /** An area, pixels. */
  record Rectangle(int x, int y, int width, int height) {
    Point middle() {
      return new Point(x + width / 2, y + height / 2);
    }

    /** Where the line from the middle towards {@code other} leaves this area. */
    Point edgeTowards(Point other) {
      Point middle = middle();
      double dx = other.x() - middle.x();
      double dy = other.y() - middle.y();
      double scale = Math.min(dx == 0 ? 1 : width / 2.0 / Math.abs(dx), dy == 0 ? 1 : height / 2.0 / Math.abs(dy));
      return new Point((int) Math.round(middle.x() + dx * scale), (int) Math.round(middle.y() + dy * scale));
    }
  }
}
