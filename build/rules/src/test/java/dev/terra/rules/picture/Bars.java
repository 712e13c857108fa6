package dev.terra.rules.picture;

import com.google.common.base.Splitter;
import dev.terra.rules.picture.Svg.Point;
import dev.terra.rules.picture.Svg.Rectangle;
import java.util.List;

/** Pairs of bars: {@code of FIRST | SECOND} names the two, {@code bar NAME | FIRST | SECOND} is a pair of numbers with the same unit. */
final class Bars {
  private static final int LEFT = 190;
  private static final int LONGEST = 420;
  private static final int ROW = 42;

  private Bars() {}

  /** Draws what the lines after the heading say. */
  static String draw(String title, List<String> lines) {
    Svg svg = new Svg();
    List<String> names = Pictures.parts(lines.get(0).substring("of ".length()));
    List<List<String>> rows = lines.stream().skip(1).map(line -> Splitter.on(" | ").splitToList(line.substring("bar ".length()))).toList();
    double greatest = rows.stream().flatMap(row -> row.stream().skip(1)).mapToDouble(Double::parseDouble).max().orElseThrow();
    bar(svg, new Rectangle(LEFT, 12, 20, 14), "o", names.get(0));
    bar(svg, new Rectangle(LEFT + LONGEST / 2, 12, 20, 14), "t", names.get(1));
    for (int i = 0; i < rows.size(); i++) {
      int y = 42 + i * ROW;
      svg.text("", "start", new Point(12, y + 19), rows.get(i).get(0));
      bar(svg, new Rectangle(LEFT, y, length(rows.get(i).get(1), greatest), 14), "o", rows.get(i).get(1));
      bar(svg, new Rectangle(LEFT, y + 15, length(rows.get(i).get(2), greatest), 14), "t", rows.get(i).get(2));
    }
    return svg.file(title, LEFT + LONGEST + 80, 42 + rows.size() * ROW);
  }

  private static int length(String value, double greatest) {
    return (int) Math.round(Double.parseDouble(value) / greatest * LONGEST);
  }

  private static void bar(Svg svg, Rectangle at, String style, String text) {
    svg.rectangle(style, at);
    svg.text("s", "start", new Point(at.x() + at.width() + 6, at.y() + 12), text);
  }
}
