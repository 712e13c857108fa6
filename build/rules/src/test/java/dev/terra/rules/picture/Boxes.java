package dev.terra.rules.picture;

import dev.terra.rules.picture.Svg.Point;
import dev.terra.rules.picture.Svg.Rectangle;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Boxes joined by lines, on a grid. {@code group X Y WIDTH HEIGHT NAME} is an area, {@code box ID X Y WIDTH HEIGHT NAME | MORE} a box,
 * {@code A > B: TEXT} a line with an arrow ({@code <>}: with two, {@code -}: with none; {@code .} before it: dashed).
 */
final class Boxes {
  private static final Pattern GROUP = Pattern.compile("group (\\d+) (\\d+) (\\d+) (\\d+) (.+)");
  private static final Pattern BOX = Pattern.compile("box (\\w+) (\\d+) (\\d+) (\\d+) (\\d+) (.+)");
  private static final Pattern LINE = Pattern.compile("(\\w+) (\\.?)(<?[->]) (\\w+)(?:: (.+))?");
  private static final int CELL = 20;

  private final Svg svg = new Svg();
  private final Map<String, Rectangle> boxes = new HashMap<>();
  private int width;
  private int height;

  private Boxes() {}

  /** Draws what the lines after the heading say. */
  static String draw(String title, List<String> lines) {
    Boxes picture = new Boxes();
    lines.forEach(picture::shape);
    return picture.svg.file(title, picture.width + CELL, picture.height + CELL);
  }

  private void shape(String line) {
    Matcher group = GROUP.matcher(line);
    Matcher box = BOX.matcher(line);
    Matcher joined = LINE.matcher(line);
    if (group.matches()) {
      Rectangle area = area(group, 1);
      svg.rectangle("g", area);
      svg.text("s", "start", new Point(area.x() + 8, area.y() + 16), group.group(5));
    } else if (box.matches()) {
      boxes.put(box.group(1), area(box, 2));
      svg.rectangle("b", boxes.get(box.group(1)));
      svg.label(boxes.get(box.group(1)), Pictures.parts(box.group(6)));
    } else if (joined.matches()) {
      join(joined);
    } else {
      throw new IllegalArgumentException("no group, box or line: " + line);
    }
  }

  private Rectangle area(Matcher of, int first) {
    Rectangle area = new Rectangle(cells(of, first), cells(of, first + 1), cells(of, first + 2), cells(of, first + 3));
    width = Math.max(width, area.x() + area.width());
    height = Math.max(height, area.y() + area.height());
    return area;
  }

  private static int cells(Matcher of, int group) {
    return Integer.parseInt(of.group(group)) * CELL;
  }

  private void join(Matcher line) {
    Rectangle from = Objects.requireNonNull(boxes.get(line.group(1)), line.group(1));
    Rectangle to = Objects.requireNonNull(boxes.get(line.group(4)), line.group(4));
    Point start = from.edgeTowards(to.middle());
    Point end = to.edgeTowards(from.middle());
    svg.line(line.group(2).isEmpty() ? "l" : "l d", start, end, line.group(3));
    if (line.group(5) != null) {
      List<String> words = Pictures.parts(line.group(5));
      for (int i = 0; i < words.size(); i++) {
        svg.text("s h", "middle", new Point((start.x() + end.x()) / 2, (start.y() + end.y()) / 2 - 4 + i * Svg.LINE), words.get(i));
      }
    }
  }
}
