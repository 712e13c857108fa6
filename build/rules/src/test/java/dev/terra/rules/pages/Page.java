package dev.terra.rules.pages;

import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A page of Markdown. What stands between {@code <!-- generated: X -->} and {@code <!-- end -->} is generated, all else is written. */
record Page(Path file, String text) {
  private static final Pattern GENERATED = Pattern.compile("<!-- generated: .*?<!-- end -->", Pattern.DOTALL);
  private static final Pattern BLOCK = Pattern.compile("(?ms)^ *```.*?^ *```$");
  private static final Pattern LINK = Pattern.compile("]\\(([^)\\s]+)\\)");
  private static final Pattern NO_PROSE = Pattern.compile("`[^`]*`|https?://\\S+");
  private static final Pattern SENTENCE_END = Pattern.compile("(?<=[.!?])[)*\"]*\\s+(?=[*\"(`\\[]*[A-Z0-9`])");
  private static final Pattern ANCHOR_LEAVES_OUT = Pattern.compile("[^a-z0-9 _-]");
  private static final Pattern WORD = Pattern.compile("\\p{Alnum}");

  /** How many words, blocks of code among them, somebody wrote. */
  int writtenWords() {
    return words(GENERATED.matcher(text).replaceAll(" "));
  }

  /** The targets of all links and pictures. */
  List<String> links() {
    return LINK.matcher(BLOCK.matcher(text).replaceAll("")).results().map(result -> result.group(1)).toList();
  }

  /** The anchors of all headings, as GitHub makes them. */
  Set<String> anchors() {
    return text.lines().filter(line -> line.startsWith("#")).map(line -> line.replaceFirst("^#+ ", "").toLowerCase(Locale.ROOT))
        .map(line -> ANCHOR_LEAVES_OUT.matcher(line).replaceAll("").replace(' ', '-')).collect(Collectors.toSet());
  }

  /** All sentences: of paragraphs, of points of lists and of cells of tables; a quotation of code is one word. */
  Stream<String> sentences() {
    return blocks().flatMap(SENTENCE_END::splitAsStream).map(String::strip);
  }

  /** Paragraphs with more lines than that. */
  Stream<String> paragraphsLongerThan(int lines) {
    return Stream.of(BLOCK.matcher(text).replaceAll("").split("\n\\s*\n")).filter(block -> block.lines().count() > lines)
        .filter(block -> block.lines().allMatch(line -> line.matches("^\\p{L}.*")));
  }

  private Stream<String> blocks() {
    String prose = NO_PROSE.matcher(BLOCK.matcher(text).replaceAll("\n")).replaceAll("CODE");
    return Stream.of(prose.replaceAll("<!--.*?-->", "\n\n").replaceAll("(?m)^(#.*)$", "\n$1\n").replaceAll("(?m)^ *([-*]|\\d+\\.) ", "\n\n")
        .replace("|", "\n\n").split("\n\\s*\n"));
  }

  /** How many words a text has. */
  static int words(String text) {
    return (int) Stream.of(text.split("\\s+")).filter(word -> WORD.matcher(word).find()).count();
  }

  static Stream<MatchResult> mentions(String source) {
    return Pattern.compile("docs/[A-Za-z/-]+\\.md").matcher(source).results();
  }

  @Override
  public String toString() {
    return file.toString();
  }
}
