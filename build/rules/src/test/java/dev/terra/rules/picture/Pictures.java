package dev.terra.rules.picture;

import com.google.common.base.Splitter;
import java.util.List;

/** Draws the pictures of the pages: a file of text is one; its first line says its kind and its title, as in {@code boxes: A site}. */
final class Pictures {
  private Pictures() {}

  /** The picture in SVG that a file's text describes. */
  static String draw(String text) {
    List<String> lines = text.lines().map(String::strip).filter(line -> !line.isEmpty() && !line.startsWith("#")).toList();
    List<String> heading = Splitter.on(": ").limit(2).splitToList(lines.get(0));
    List<String> kind = Splitter.on(' ').splitToList(heading.get(0));
    List<String> shapes = lines.subList(1, lines.size());
    return switch (kind.get(0)) {
      case "sequence" -> Sequence.draw(heading.get(1), Integer.parseInt(kind.get(1)), shapes);
      case "boxes" -> Boxes.draw(heading.get(1), shapes);
      case "curves" -> Curves.draw(heading.get(1), shapes);
      case "bars" -> Bars.draw(heading.get(1), shapes);
      default -> throw new IllegalArgumentException("no kind of picture: " + lines.get(0));
    };
  }

  /** What is between vertical bars. */
  static List<String> parts(String text) {
    return Splitter.on('|').trimResults().splitToList(text);
  }
}
