package dev.terra.sim.report;

import java.util.List;
import java.util.Locale;
import java.util.function.DoubleUnaryOperator;

/** Charts as inline SVG, in one size and style. */
final class Svg {
  /** A line of points, x ascending. */
  record Line(String name, List<double[]> points) {}

  /** A bar with its value. */
  record Bar(String name, double value) {}

  /** A stretch of time; row counts from 0. */
  record Span(int row, double from, double to, String title) {}

  private static final List<String> COLOURS = List.of(
      "#4e79a7", "#f28e2b", "#59a14f", "#e15759", "#76b7b2", "#edc948", "#b07aa1", "#9c755f", "#bab0ac", "#333333");
  private static final int WIDTH = 860;
  private static final int HEIGHT = 300;
  private static final int LEFT = 60;
  private static final int BOTTOM = 40;
  private static final int TOP = 12;
  private static final int TICKS = 5;

  private Svg() {}

  static String colour(int index) {
    return COLOURS.get(index % COLOURS.size());
  }

  /** Lines over a linear or logarithmic x; y from 0 to its largest value. */
  static String lines(String xName, String yName, List<Line> lines, boolean logarithmic) {
    double low = extreme(lines, 0, true);
    double high = Math.max(extreme(lines, 0, false), low + 1e-9);
    double top = Math.max(extreme(lines, 1, false), 1e-9);
    DoubleUnaryOperator shape = logarithmic ? Math::log : x -> x;
    DoubleUnaryOperator x = value -> LEFT + (WIDTH - LEFT - 10)
        * (shape.applyAsDouble(value) - shape.applyAsDouble(low)) / (shape.applyAsDouble(high) - shape.applyAsDouble(low));
    DoubleUnaryOperator y = value -> HEIGHT - BOTTOM - (HEIGHT - BOTTOM - TOP) * value / top;
    StringBuilder svg = open(HEIGHT);
    axes(svg, xName, yName);
    for (int tick = 0; tick <= TICKS; tick++) {
      double share = tick / (double) TICKS;
      double at = logarithmic ? low * Math.pow(high / low, share) : low + (high - low) * share;
      text(svg, x.applyAsDouble(at), HEIGHT - BOTTOM + 16, "middle", number(at));
      text(svg, LEFT - 6, y.applyAsDouble(top * share) + 4, "end", number(top * share));
    }
    for (int i = 0; i < lines.size(); i++) {
      StringBuilder points = new StringBuilder();
      lines.get(i).points().forEach(point ->
          points.append(format("%.1f,%.1f ", x.applyAsDouble(point[0]), y.applyAsDouble(point[1]))));
      svg.append(format("<polyline fill='none' stroke='%s' stroke-width='1.5' points='%s'/>", colour(i), points));
    }
    return svg.append("</svg>").toString();
  }

  private static double extreme(List<Line> lines, int axis, boolean least) {
    var values = lines.stream().flatMap(line -> line.points().stream()).mapToDouble(point -> point[axis]);
    return least ? values.min().orElse(0) : values.max().orElse(1);
  }

  /** Bars side by side, each with its value above. */
  static String bars(String yName, List<Bar> bars) {
    double top = bars.stream().mapToDouble(Bar::value).max().orElse(1) * 1.1;
    StringBuilder svg = open(HEIGHT);
    axes(svg, "", yName);
    double step = (WIDTH - LEFT - 10) / (double) Math.max(1, bars.size());
    for (int i = 0; i < bars.size(); i++) {
      double height = (HEIGHT - BOTTOM - TOP) * bars.get(i).value() / top;
      double left = LEFT + step * i + step * 0.2;
      svg.append(format("<rect x='%.1f' y='%.1f' width='%.1f' height='%.1f' fill='%s'/>",
          left, HEIGHT - BOTTOM - height, step * 0.6, height, colour(i)));
      text(svg, left + step * 0.3, HEIGHT - BOTTOM - height - 4, "middle", number(bars.get(i).value()));
      text(svg, left + step * 0.3, HEIGHT - BOTTOM + 16, "middle", bars.get(i).name());
    }
    return svg.append("</svg>").toString();
  }

  /** Stretches of time, one row each. */
  static String spans(String xName, List<Span> spans, String colour) {
    int rows = spans.stream().mapToInt(Span::row).max().orElse(0) + 1;
    double from = spans.stream().mapToDouble(Span::from).min().orElse(0);
    double to = Math.max(spans.stream().mapToDouble(Span::to).max().orElse(1), from + 1e-9);
    int height = TOP + rows * 4 + BOTTOM;
    DoubleUnaryOperator x = value -> LEFT + (WIDTH - LEFT - 10) * (value - from) / (to - from);
    StringBuilder svg = open(height);
    for (Span span : spans) {
      svg.append(format("<rect x='%.1f' y='%d' width='%.2f' height='3' fill='%s'><title>%s</title></rect>",
          x.applyAsDouble(span.from()), TOP + span.row() * 4,
          Math.max(0.5, x.applyAsDouble(span.to()) - x.applyAsDouble(span.from())), colour, escape(span.title())));
    }
    for (int tick = 0; tick <= TICKS; tick++) {
      double at = from + (to - from) * tick / TICKS;
      text(svg, x.applyAsDouble(at), height - BOTTOM + 16, "middle", number(at));
    }
    text(svg, WIDTH / 2.0, height - 6, "middle", xName);
    return svg.append("</svg>").toString();
  }

  private static StringBuilder open(int height) {
    return new StringBuilder(format("<svg viewBox='0 0 %d %d' width='%d' height='%d'>", WIDTH, height, WIDTH, height));
  }

  private static void axes(StringBuilder svg, String xName, String yName) {
    svg.append(format("<path d='M%d %d V%d H%d' fill='none' stroke='#888'/>", LEFT, TOP, HEIGHT - BOTTOM, WIDTH - 10));
    text(svg, WIDTH / 2.0, HEIGHT - 6, "middle", xName);
    svg.append(format("<text x='12' y='%d' transform='rotate(-90 12 %d)' text-anchor='middle'>%s</text>",
        HEIGHT / 2, HEIGHT / 2, escape(yName)));
  }

  private static void text(StringBuilder svg, double x, double y, String anchor, String text) {
    svg.append(format("<text x='%.1f' y='%.1f' text-anchor='%s'>%s</text>", x, y, anchor, escape(text)));
  }

  static String escape(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace("'", "&#39;");
  }

  private static String number(double value) {
    return Math.abs(value) >= 100 ? format("%.0f", value) : format("%.3g", value);
  }

  private static String format(String format, Object... values) {
    return String.format(Locale.ROOT, format, values);
  }
}
