package dev.terra.topology;

import dev.terra.config.ConfigException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Parses GML: keys with a number, a quoted text, or a bracketed list of keys and values. A quoted text may extend over several lines, and
 * contains characters beyond ASCII as entities. A line that starts with {@code #} is a comment.
 */
final class GmlParser {
  private static final Pattern TOKEN =
      Pattern.compile("(?m)^[ \\t]*#.*$|(?<quoted>\"[^\"]*\")|(?<open>\")|(?<plain>\\[|]|[^\\s\\[\\]\"]+)");
  private static final Pattern ENTITY = Pattern.compile("&(?:#([0-9]{1,7})|#[xX]([0-9a-fA-F]{1,6})|(amp|quot|lt|gt|apos));");
  private static final Map<String, String> NAMED_ENTITIES = Map.of("amp", "&", "quot", "\"", "lt", "<", "gt", ">", "apos", "'");
  /** The deepest nesting of brackets. A graph, its nodes and the graphics below these need less. */
  private static final int MAX_DEPTH = 16;

  private record Token(String text, int line, boolean quoted) {
    boolean is(String bracket) {
      return !quoted && text.equals(bracket);
    }
  }

  private record Entry(String key, int line, String text, Optional<GmlObject> object) {}

  /** A bracketed list, with its line and its entries in order. */
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

    /** Returns the text or number of a key, if there is one. */
    Optional<String> text(String key) {
      List<Entry> found = entries.stream().filter(e -> e.key().equals(key) && e.object().isEmpty()).toList();
      if (found.size() > 1) {
        throw new ConfigException(file, found.get(1).line(), "'" + key + "' is given twice, first at line " + found.get(0).line());
      }
      return found.stream().map(Entry::text).findFirst();
    }

    OptionalDouble number(String key) {
      Optional<String> text = text(key);
      if (text.isEmpty()) {
        return OptionalDouble.empty();
      }
      double number = parse(text.get());
      if (!Double.isFinite(number)) {
        throw new ConfigException(file, line, "expected '" + key + "' to be a finite number, got '" + text.get() + "'");
      }
      return OptionalDouble.of(number);
    }
  }

  /** Returns the number that a text contains; NaN if it contains none. */
  private static double parse(String text) {
    try {
      return Double.parseDouble(text);
    } catch (NumberFormatException e) {
      return Double.NaN;
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
    Matcher matcher = TOKEN.matcher(text);
    int line = 1;
    int counted = 0;
    while (matcher.find()) {
      line += (int) text.substring(counted, matcher.start()).chars().filter(c -> c == '\n').count();
      counted = matcher.start();
      if (matcher.group("open") != null) {
        throw new ConfigException(file, line, "the file ends inside the text that begins here with a quote");
      }
      if (matcher.group("quoted") != null) {
        tokens.add(new Token(decode(matcher.group("quoted")), line, true));
      } else if (matcher.group("plain") != null) {
        tokens.add(new Token(matcher.group("plain"), line, false));
      }
    }
    return new GmlParser(file, tokens).object(1, 0);
  }

  /** Returns the text between quotes as one line, with entities replaced by their characters. */
  private static String decode(String quoted) {
    String line = quoted.substring(1, quoted.length() - 1).replaceAll("\\s*\\R\\s*", " ");
    return ENTITY.matcher(line).replaceAll(entity -> Matcher.quoteReplacement(character(entity)));
  }

  private static String character(MatchResult entity) {
    if (entity.group(3) != null) {
      return NAMED_ENTITIES.getOrDefault(entity.group(3), entity.group());
    }
    int code = entity.group(1) != null ? Integer.parseInt(entity.group(1)) : Integer.parseInt(entity.group(2), 16);
    return Character.isValidCodePoint(code) ? Character.toString(code) : entity.group();
  }

  private GmlObject object(int line, int depth) {
    if (depth > MAX_DEPTH) {
      throw new ConfigException(file, line, "brackets nest deeper than " + MAX_DEPTH);
    }
    GmlObject object = new GmlObject(file, line);
    while (next < tokens.size() && !tokens.get(next).is("]")) {
      Token key = tokens.get(next++);
      Token value = take(key, "a value after '" + key.text() + "'");
      if (value.is("[")) {
        GmlObject child = object(key.line(), depth + 1);
        take(key, "a ']' that closes '" + key.text() + " ['");
        object.entries.add(new Entry(key.text(), key.line(), "", Optional.of(child)));
      } else {
        object.entries.add(new Entry(key.text(), key.line(), value.text(), Optional.empty()));
      }
    }
    if (depth == 0 && next < tokens.size()) {
      throw new ConfigException(file, tokens.get(next).line(), "a ']' closes nothing");
    }
    return object;
  }

  private Token take(Token at, String expected) {
    if (next >= tokens.size()) {
      throw new ConfigException(file, at.line(), "the file ends where " + expected + " was expected");
    }
    return tokens.get(next++);
  }
}
