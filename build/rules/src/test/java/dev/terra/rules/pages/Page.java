package dev.terra.rules.pages;

import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A page of Markdown. */
record Page(Path file, String text) {
  private static final Pattern BLOCK = Pattern.compile("(?ms)^ *```.*?^ *```$");
  private static final Pattern DIAGRAM = Pattern.compile("(?ms)^```mermaid\\n(.*?)^```$");
  private static final Pattern LINK = Pattern.compile("]\\(([^)\\s]+)\\)");
  private static final Pattern ANCHOR_LEAVES_OUT = Pattern.compile("[^a-z0-9 _-]");

  /** Returns the targets of all links and pictures. */
  List<String> links() {
    return LINK.matcher(BLOCK.matcher(text).replaceAll("")).results().map(result -> result.group(1)).toList();
  }

  /** Returns the text of each diagram. */
  List<String> diagrams() {
    return DIAGRAM.matcher(text).results().map(result -> result.group(1)).toList();
  }

  /** Returns the anchors of all headings, as GitHub makes them. */
  Set<String> anchors() {
    return text.lines().filter(line -> line.startsWith("#")).map(line -> line.replaceFirst("^#+ ", "").toLowerCase(Locale.ROOT))
        .map(line -> ANCHOR_LEAVES_OUT.matcher(line).replaceAll("").replace(' ', '-')).collect(Collectors.toSet());
  }

  /** Returns the file to which a link leads, without its anchor. */
  Path target(String link) {
    String name = link.replaceFirst("#.*", "");
    return name.isEmpty() ? file : file.resolveSibling(name).normalize();
  }

  static Stream<MatchResult> mentions(String source) {
    return Pattern.compile("docs/[A-Za-z/-]+\\.md").matcher(source).results();
  }

  @Override
  public String toString() {
    return file.toString();
  }
}
