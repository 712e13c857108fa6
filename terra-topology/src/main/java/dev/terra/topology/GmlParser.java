package dev.terra.topology;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** GML's grammar: keys with a number, a quoted text or a bracketed list of the same; {@code #} starts a comment line. */
final class GmlParser {
  private static final Pattern TOKEN = Pattern.compile("\"[^\"]*\"|\\[|]|[^\\s\\[\\]\"]+");
  /** A graph, its nodes, and graphics below these: no file needs more. */
  private static final int MAX_DEPTH = 16;

  private record Token(String text, int line) {}

  private record Entry(String key, String text, Optional<GmlObject> object) {}

  /** A bracketed list: its line and entries in order. */
  static final class GmlObject {
    private final Path file;
    private final int line;
    private final List<Entry> entries = new ArrayList<>();

    private GmlObject(Path file, int line) {
      this.file = file;
      this.line = line;
    }

    int line() {
      return line;
    }

    List<GmlObject> objects(String key) {
      return entries.stream().filter(e -> e.key().equals(key)).flatMap(e -> e.object().stream()).toList();
    }

    Optional<String> text(String key) {
      return entries.stream().filter(e -> e.key().equals(key) && e.object().isEmpty()).map(Entry::text).findFirst();
    }

    OptionalDouble number(String key) {
      Optional<String> text = text(key);
      if (text.isEmpty()) {
        return OptionalDouble.empty();
      }
      try {
        return OptionalDouble.of(Double.parseDouble(text.get()));
      } catch (NumberFormatException e) {
        throw new TopologyException(file, line, "expected '" + key + "' to be a number, got '" + text.get() + "'");
      }
    }
  }

  private final Path file;
  private final List<Token> tokens;
  private int next;

  private GmlParser(Path file, List<Token> tokens) {
    this.file = file;
    this.tokens = tokens;
  }

  static GmlObject parse(Path file, String text) {
    List<Token> tokens = new ArrayList<>();
    int line = 0;
    for (String content : text.lines().toList()) {
      line++;
      Matcher matcher = TOKEN.matcher(content.strip().startsWith("#") ? "" : content);
      while (matcher.find()) {
        tokens.add(new Token(matcher.group(), line));
      }
    }
    return new GmlParser(file, tokens).object(1, 0);
  }

  private GmlObject object(int line, int depth) {
    if (depth > MAX_DEPTH) {
      throw new TopologyException(file, line, "brackets nest deeper than " + MAX_DEPTH);
    }
    GmlObject object = new GmlObject(file, line);
    while (next < tokens.size() && !tokens.get(next).text().equals("]")) {
      Token key = tokens.get(next++);
      Token value = take(key, "a value after '" + key.text() + "'");
      if (value.text().equals("[")) {
        GmlObject child = object(key.line(), depth + 1);
        take(key, "a ']' that closes '" + key.text() + " ['");
        object.entries.add(new Entry(key.text(), "", Optional.of(child)));
      } else {
        object.entries.add(new Entry(key.text(), value.text().replace("\"", ""), Optional.empty()));
      }
    }
    if (depth == 0 && next < tokens.size()) {
      throw new TopologyException(file, tokens.get(next).line(), "a ']' closes nothing");
    }
    return object;
  }

  private Token take(Token at, String expected) {
    if (next >= tokens.size()) {
      throw new TopologyException(file, at.line(), "the file ends where " + expected + " was expected");
    }
    return tokens.get(next++);
  }
}
