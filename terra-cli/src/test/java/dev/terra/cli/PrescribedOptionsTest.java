package dev.terra.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/** Tests that every option which a message or a page asks the reader to type exists, and belongs to the command that is named with it. */
class PrescribedOptionsTest {
  private static final Path ROOT = Path.of("..");
  private static final Pattern COMMENT = Pattern.compile("/\\*.*?\\*/|(?m)^\\s*//.*$", Pattern.DOTALL);
  private static final Pattern LITERAL = Pattern.compile("\"(?:[^\"\\\\\n]|\\\\.)*\"");
  private static final Pattern OPTION = Pattern.compile("(?<![\\w-])--[a-z][a-z-]+");
  /** Matches a command and the text after it, up to where a sentence goes on or a code span ends. */
  private static final Pattern COMMAND = Pattern.compile("\\bterra ([a-z][a-z-]*)([^`\n;|,&]*)");
  /** Options of other programs that the product runs or mentions: git and systemctl. */
  private static final Set<String> OF_OTHERS = Set.of("--match", "--always", "--abbrev", "--dirty", "--now");

  private final CommandLine terra = Terra.commandLine();

  private static List<Path> files(Path folder, String end) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      return files.filter(file -> file.toString().endsWith(end)).toList();
    }
  }

  /** Returns the string literals in the main sources of all modules but the laboratory and the benchmarks. */
  private static List<String> messages() throws IOException {
    List<String> messages = new ArrayList<>();
    try (Stream<Path> modules = Files.list(ROOT)) {
      for (Path module : modules.filter(each -> each.getFileName().toString().matches("terra-(?!lab|bench).*"))
          .map(each -> each.resolve("src/main/java")).filter(Files::isDirectory).toList()) {
        for (Path file : files(module, ".java")) {
          Matcher literal = LITERAL.matcher(COMMENT.matcher(Files.readString(file)).replaceAll(""));
          literal.results().forEach(found -> messages.add(found.group()));
        }
      }
    }
    return messages;
  }

  private static Stream<String> options(String text) {
    return OPTION.matcher(text).results().map(found -> found.group());
  }

  private static void collect(CommandLine command, Set<String> options) {
    options.addAll(command.getCommandSpec().optionsMap().keySet());
    command.getSubcommands().values().forEach(each -> collect(each, options));
  }

  /** Returns the command, or the innermost subcommand, that a text names. It is empty if the text names no command of the product. */
  private Optional<CommandLine> command(String name, String rest) {
    Optional<CommandLine> found = Optional.ofNullable(terra.getSubcommands().get(name));
    for (String word : rest.strip().split("\\s+")) {
      CommandLine next = found.map(each -> each.getSubcommands().get(word)).orElse(null);
      if (next == null) {
        break;
      }
      found = Optional.of(next);
    }
    return found;
  }

  private List<String> wrong(String text) {
    List<String> wrong = new ArrayList<>();
    COMMAND.matcher(text).results().forEach(found -> command(found.group(1), found.group(2)).ifPresent(command ->
        options(found.group(2)).filter(option -> !command.getCommandSpec().optionsMap().containsKey(option))
            .forEach(option -> wrong.add(found.group() + ": no option " + option + " of terra " + command.getCommandName()))));
    return wrong;
  }

  @Test
  void messagesNameOptionsThatThereAre() throws IOException {
    Set<String> known = new TreeSet<>(OF_OTHERS);
    collect(terra, known);
    List<String> messages = messages();
    assertThat(messages).as("the sources are there").hasSizeGreaterThan(1_000);
    assertThat(messages).allSatisfy(message -> assertThat(known).as(message).containsAll(options(message).toList()));
    assertThat(messages.stream().flatMap(message -> wrong(message).stream())).isEmpty();
  }

  @Test
  void pagesNameOptionsOfTheCommandsThatHaveThem() throws IOException {
    List<Path> pages = new ArrayList<>(files(ROOT.resolve("docs"), ".md"));
    pages.add(ROOT.resolve("README.md"));
    List<String> wrong = new ArrayList<>();
    for (Path page : pages) {
      wrong(Files.readString(page)).forEach(problem -> wrong.add(page + ": " + problem));
    }
    assertThat(wrong).isEmpty();
  }

  @Test
  void anOptionOfAnotherCommandIsSeen() {
    assertThat(wrong("terra tunnels --site A")).hasSize(1);
    assertThat(wrong("`terra network verify --json`, then terra links --filter 'use > 1'")).isEmpty();
  }
}
