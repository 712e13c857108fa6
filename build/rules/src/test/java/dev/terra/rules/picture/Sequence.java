package dev.terra.rules.picture;

import com.google.common.base.Splitter;
import dev.terra.rules.picture.Svg.Point;
import dev.terra.rules.picture.Svg.Rectangle;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A sequence diagram. {@code who ID NAME | MORE} is a column, {@code A > B: TEXT} a message, {@code A .> B: TEXT} an answer,
 * {@code note A: TEXT | MORE} a note beside A's line, and {@code then TEXT} a bar over all columns.
 */
final class Sequence {
  private static final Pattern MESSAGE = Pattern.compile("(\\w+) (\\.?>) (\\w+): (.+)");
  private static final Pattern NOTE = Pattern.compile("note (\\w+): (.+)");
  private static final int HEAD = 64;
  private static final int STEP = 34;
  private static final int NOTE_WIDTH = 216;

  private final Svg svg = new Svg();
  private final Map<String, Integer> columns = new LinkedHashMap<>();
  private final int columnWidth;
  private int y = HEAD + 40;

  private Sequence(int columnWidth) {
    this.columnWidth = columnWidth;
  }

  /** Draws what the lines after the heading say; columns are {@code columnWidth} pixels apart. */
  static String draw(String title, int columnWidth, List<String> lines) {
    Sequence sequence = new Sequence(columnWidth);
    lines.stream().filter(line -> line.startsWith("who ")).forEach(sequence::column);
    Sequence measured = new Sequence(columnWidth);
    measured.columns.putAll(sequence.columns);
    lines.forEach(measured::step);
    sequence.lifelines(measured.y);
    lines.forEach(sequence::step);
    return sequence.svg.file(title, sequence.width(), sequence.y + 8);
  }

  private int width() {
    return columns.size() * columnWidth + 20;
  }

  private void column(String line) {
    List<String> words = Splitter.on(' ').limit(3).splitToList(line);
    int x = 10 + columns.size() * columnWidth + columnWidth / 2;
    columns.put(words.get(1), x);
    Rectangle head = new Rectangle(x - columnWidth / 2 + 8, 14, columnWidth - 16, HEAD - 14);
    svg.rectangle("b", head);
    svg.label(head, Pictures.parts(words.get(2)));
  }

  private void lifelines(int end) {
    columns.values().forEach(x -> svg.line("q d", new Point(x, HEAD), new Point(x, end), ""));
  }

  private void step(String line) {
    Matcher message = MESSAGE.matcher(line);
    Matcher note = NOTE.matcher(line);
    if (message.matches()) {
      message(message);
    } else if (note.matches()) {
      note(at(note.group(1)), Pictures.parts(note.group(2)));
    } else if (line.startsWith("then ")) {
      bar(line.substring("then ".length()));
    } else if (!line.startsWith("who ")) {
      throw new IllegalArgumentException("no message, note or column: " + line);
    }
  }

  private int at(String column) {
    return java.util.Objects.requireNonNull(columns.get(column), column);
  }

  private void message(Matcher message) {
    int from = at(message.group(1));
    int to = at(message.group(3));
    svg.line(message.group(2).startsWith(".") ? "l d" : "l", new Point(from, y), new Point(to, y), ">");
    svg.text("s h", "middle", new Point((from + to) / 2, y - 6), message.group(4));
    y += STEP;
  }

  private void note(int x, List<String> lines) {
    int height = lines.size() * Svg.LINE + 8;
    int left = Math.max(6, Math.min(x - NOTE_WIDTH / 2, width() - NOTE_WIDTH - 6));
    Rectangle area = new Rectangle(left, y - 16, NOTE_WIDTH, height);
    svg.rectangle("n", area);
    for (int i = 0; i < lines.size(); i++) {
      svg.text("s", "middle", new Point(area.middle().x(), area.y() + 16 + i * Svg.LINE), lines.get(i));
    }
    y += height + 16;
  }

  private void bar(String text) {
    Rectangle area = new Rectangle(10, y - 16, width() - 20, 22);
    svg.rectangle("g", area);
    svg.text("s", "middle", new Point(area.middle().x(), y - 1), text);
    y += 42;
  }
}
