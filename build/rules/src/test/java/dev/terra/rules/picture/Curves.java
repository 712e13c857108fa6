package dev.terra.rules.picture;

import com.google.common.base.Splitter;
import dev.terra.rules.picture.Svg.Point;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Two values over time: {@code axes STEP | UNIT OF TIME | UNIT} says how far apart values are, {@code at TIME | WHAT} marks a moment, and
 * {@code curve NAME | V V V} is one of the two, from time 0 on.
 */
final class Curves {
  private static final int LEFT = 50;
  private static final int TOP = 50;
  private static final int WIDTH = 560;
  private static final int HEIGHT = 150;
  private static final List<String> COLOURS = List.of("#2f6fb0", "#c47f17");
  private static final int TICKS = 5;

  private final Svg svg = new Svg();
  private final double step;
  private final double longest;
  private final double greatest;

  private Curves(double step, List<List<Double>> curves) {
    this.step = step;
    this.longest = step * (curves.stream().mapToInt(List::size).max().orElseThrow() - 1);
    this.greatest = curves.stream().flatMap(List::stream).mapToDouble(value -> value).max().orElseThrow();
  }

  /** Draws what the lines after the heading say. */
  static String draw(String title, List<String> lines) {
    List<String> axes = Pictures.parts(lines.get(0).substring("axes ".length()));
    lines.stream().skip(1).filter(line -> !line.startsWith("at ") && !line.startsWith("curve ")).findFirst().ifPresent(line -> {
      throw new IllegalArgumentException("neither a moment nor a curve: " + line);
    });
    List<List<String>> named = parts(lines, "curve ");
    List<List<Double>> values = named.stream()
        .map(curve -> Splitter.on(' ').splitToStream(curve.get(1)).map(Double::valueOf).toList()).toList();
    Curves picture = new Curves(Double.parseDouble(axes.get(0)), values);
    picture.axes(axes.get(1), axes.get(2));
    parts(lines, "at ").forEach(mark -> picture.mark(Double.parseDouble(mark.get(0)), mark.get(1)));
    for (int i = 0; i < named.size(); i++) {
      picture.curve(i, named.get(i).get(0), values.get(i));
    }
    return picture.svg.file(title, LEFT + WIDTH + 40, TOP + HEIGHT + 50);
  }

  private static List<List<String>> parts(List<String> lines, String word) {
    return lines.stream().filter(line -> line.startsWith(word)).map(line -> Pictures.parts(line.substring(word.length()))).toList();
  }

  private int x(double time) {
    return LEFT + (int) Math.round(time / longest * WIDTH);
  }

  private int y(double value) {
    return TOP + HEIGHT - (int) Math.round(value / greatest * HEIGHT);
  }

  private void axes(String time, String unit) {
    svg.line("q", new Point(LEFT, y(0)), new Point(LEFT + WIDTH, y(0)), "");
    for (int tick = 0; tick <= TICKS; tick++) {
      double at = Math.round(longest * tick / TICKS);
      svg.text("s", "middle", new Point(x(at), y(0) + Svg.LINE), String.format(Locale.ROOT, "%.0f", at));
    }
    svg.text("s", "middle", new Point(LEFT + WIDTH / 2, y(0) + 2 * Svg.LINE + 4), time);
    svg.text("s", "start", new Point(6, TOP + 5), String.format(Locale.ROOT, "%.1f", greatest));
    svg.text("s", "start", new Point(6, TOP + 5 + Svg.LINE), unit);
  }

  private void mark(double time, String what) {
    svg.line("q d", new Point(x(time), TOP - 6), new Point(x(time), y(0)), "");
    svg.text("s", "middle", new Point(x(time), TOP - 10), what);
  }

  private void curve(int number, String name, List<Double> values) {
    List<Point> points = new ArrayList<>();
    for (int i = 0; i < values.size(); i++) {
      points.add(new Point(x(i * step), y(values.get(i))));
    }
    svg.polyline(COLOURS.get(number), points);
    int begin = LEFT + number * WIDTH / 2;
    svg.polyline(COLOURS.get(number), List.of(new Point(begin, 16), new Point(begin + 24, 16)));
    svg.text("", "start", new Point(begin + 30, 20), name);
  }
}
