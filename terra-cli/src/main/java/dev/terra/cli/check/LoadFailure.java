package dev.terra.cli.check;

import dev.terra.config.ConfigException;
import dev.terra.core.failure.Failures;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Makes a finding from the complaint of a loader: the file, the key, and what to write instead. */
final class LoadFailure {
  private static final Pattern UNKNOWN_KEY = Pattern.compile("unknown key '([^']*)'.*expected one of \\[([^\\]]*)\\]");
  private static final Pattern QUOTED_KEY = Pattern.compile("'([A-Za-z][\\w.]*)'((?: in '[\\w.]+')*)");
  private static final Pattern EXPECTED = Pattern.compile("expected (?:'.*? to be )?(.*?)(?:, got .*|; .*)?$");
  private static final Pattern RANGE = Pattern.compile("^-?[0-9][^ ]* to -?[0-9]");
  private static final Pattern BESIDE = Pattern.compile("expected the key '([\\w.]+)' with ");
  private static final Pattern FILE = Pattern.compile("^(/?[^:]*\\.(?:yaml|yml|gml)):(?:([0-9]+):)? ");

  /** The key of a complaint that concerns no single key. */
  private static final String WHOLE = "";

  private LoadFailure() {}

  /**
   * A finding about a file that cannot be loaded.
   *
   * @param otherKey the key whose value names the other file, if the complaint is about the other file
   */
  static Finding of(Path file, String otherKey, ConfigException problem) {
    String text = Failures.ofFile(file, problem);
    Matcher named = FILE.matcher(text);
    boolean isNamed = named.find();
    Path where = isNamed ? Path.of(named.group(1)) : file;
    String said = isNamed ? text.substring(named.end()) : text;
    if (said.startsWith("no such file")) {
      return isSame(where, file)
          ? Finding.error(file, WHOLE, "there is no such file", "copy its template there and fill it in: conf/*.template")
          : Finding.error(file, otherKey, "there is no file " + where, "write it, or set " + otherKey + " to where it is");
    }
    String key = problem.key().or(() -> quoted(said)).orElseGet(() -> isSame(where, file) ? WHOLE : partOfTopology(said));
    String line = isNamed && named.group(2) != null ? "line " + named.group(2) + ": " : "";
    String told = key.isEmpty() ? said : said.replaceFirst("^" + Pattern.quote(key) + ": ", "");
    return Finding.error(where, key, line + told, cure(key, where, said));
  }

  private static boolean isSame(Path one, Path other) {
    return one.toAbsolutePath().equals(other.toAbsolutePath());
  }

  /** Returns the first key in quotes, preceded by the keys above it. */
  private static Optional<String> quoted(String text) {
    Matcher quoted = QUOTED_KEY.matcher(text);
    if (!quoted.find()) {
      return Optional.empty();
    }
    StringBuilder key = new StringBuilder(quoted.group(1));
    Stream.of(quoted.group(2).split(" in ")).filter(above -> !above.isEmpty())
        .forEach(above -> key.insert(0, above.replace("'", "") + "."));
    return Optional.of(key.toString());
  }

  private static String partOfTopology(String said) {
    return said.contains("bandwidth") ? "capacity" : said.contains("link") ? "links" : said.contains("site") ? "sites" : WHOLE;
  }

  private static String cure(String key, Path where, String said) {
    Matcher unknown = UNKNOWN_KEY.matcher(said);
    if (unknown.find()) {
      return Similar.to(unknown.group(1), Stream.of(unknown.group(2).split(", *")).toList())
          .map(close -> "write '" + close + "' instead of '" + unknown.group(1) + "'")
          .orElse("take '" + unknown.group(1) + "' out; known are " + unknown.group(2));
    }
    if (said.contains("has no right to it")) {
      return "chmod u+r " + where + " as its owner, or run this as its owner";
    }
    if (said.startsWith("is no valid ")) {
      return "correct " + where + " with an editor; conf has templates, docs/use/configuration.md lists the keys";
    }
    if (said.contains("given twice")) {
      return "take one '" + key + "' out";
    }
    Matcher beside = BESIDE.matcher(said);
    if (beside.find()) {
      return "write the key '" + beside.group(1) + "' too, see docs/use/configuration.md";
    }
    if (said.contains("expected a key to be")) {
      return "write a name in its place";
    }
    if (said.contains("expected at least one site at which")) {
      return "leave a site to the queue in '" + key + "', or take the rule out";
    }
    Matcher expected = EXPECTED.matcher(said);
    if (expected.find()) {
      return key.isEmpty() ? "write into " + where + ": " + expected.group(1) : "set " + key + " to " + value(expected.group(1));
    }
    return "correct " + (key.isEmpty() ? where : "'" + key + "'") + ", see docs/use/configuration.md";
  }

  /** Returns a range in words: "a value of 0 to 1". */
  private static String value(String expected) {
    return RANGE.matcher(expected).find() ? "a value of " + expected : expected;
  }

  /** Finds words that may have been meant. */
  static final class Similar {
    private static final int MOST_EDITS = 3;

    private Similar() {}

    /** Returns the known word with the most similar spelling, if there is one. */
    static Optional<String> to(String word, List<String> known) {
      return known.stream().filter(other -> edits(word, other) <= Math.min(MOST_EDITS, other.length() / 2))
          .min(Comparator.comparingInt(other -> edits(word, other)));
    }

    /** Returns how many letters must be inserted, removed or replaced until one word is the other (Levenshtein), whatever their case. */
    static int edits(String from, String to) {
      int[] row = new int[to.length() + 1];
      for (int j = 0; j <= to.length(); j++) {
        row[j] = j;
      }
      for (int i = 1; i <= from.length(); i++) {
        int diagonal = row[0];
        row[0] = i;
        for (int j = 1; j <= to.length(); j++) {
          boolean same = Character.toLowerCase(from.charAt(i - 1)) == Character.toLowerCase(to.charAt(j - 1));
          int replaced = diagonal + (same ? 0 : 1);
          diagonal = row[j];
          row[j] = Math.min(replaced, 1 + Math.min(row[j], row[j - 1]));
        }
      }
      return row[to.length()];
    }
  }
}
