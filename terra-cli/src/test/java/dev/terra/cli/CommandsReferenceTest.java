package dev.terra.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terra.cli.operate.ConnectionOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/**
 * Checks that docs/use/commands.md describes every command as its options and {@code --help} do. To generate the page anew, run
 * {@code mvn test -pl terra-cli -am -Dtest=CommandsReferenceTest -Dsurefire.failIfNoSpecifiedTests=false -Dterra.docs=write}.
 */
class CommandsReferenceTest {
  private static final Path DOCUMENT = Path.of("..", "docs", "use", "commands.md");
  /** Picocli's own commands, which the page describes only once. */
  private static final Set<String> NOT_LISTED = Set.of("help", "generate-completion");

  @Test
  void everyCommandIsDescribed() throws IOException {
    check("commands", commands(Terra.commandLine()).map(CommandsReferenceTest::section).collect(Collectors.joining("\n")));
  }

  @Test
  void theOptionsThatFindAControllerAreDescribed() throws IOException {
    check("connection", table(CommandSpec.forAnnotatedObject(new ConnectionOptions()), Set.of()));
  }

  @Test
  void everyOptionAndParameterHasADescription() {
    assertThat(commands(Terra.commandLine()).flatMap(command -> command.args().stream())
        .filter(argument -> !argument.hidden() && String.join("", argument.description()).isBlank()).map(ArgSpec::toString)).isEmpty();
  }

  private static Stream<CommandSpec> commands(CommandLine parent) {
    return parent.getSubcommands().values().stream().map(CommandLine::getCommandSpec)
        .filter(command -> !command.usageMessage().hidden() && !NOT_LISTED.contains(command.name()))
        .flatMap(command -> command.subcommands().isEmpty() ? Stream.of(command) : commands(command.commandLine()));
  }

  private static String section(CommandSpec command) {
    Set<String> common = connectionOptions(command);
    String arguments = command.positionalParameters().stream().map(PositionalParamSpec::paramLabel).map(label -> " " + label)
        .collect(Collectors.joining());
    String heading = "### `%s%s`%n%n".formatted(command.qualifiedName(), arguments);
    String connection = common.isEmpty() ? "" : "Takes the [options that find a controller](#options-that-find-a-controller), too.\n\n";
    return heading + String.join(" ", command.usageMessage().description()).formatted() + "\n\n" + connection + table(command, common)
        + footer(command);
  }

  /** Returns the names of those options of a command that all commands with a connection to a controller share. */
  private static Set<String> connectionOptions(CommandSpec command) {
    return mixins(command).filter(mixin -> mixin.userObject() instanceof ConnectionOptions)
        .flatMap(mixin -> mixin.options().stream()).map(OptionSpec::longestName).collect(Collectors.toCollection(TreeSet::new));
  }

  private static Stream<CommandSpec> mixins(CommandSpec command) {
    return command.mixins().values().stream().flatMap(mixin -> Stream.concat(Stream.of(mixin), mixins(mixin)));
  }

  private static String table(CommandSpec command, Set<String> without) {
    Stream<String> parameters = command.positionalParameters().stream().map(parameter -> row(parameter.paramLabel(), parameter));
    Stream<String> options = command.options().stream()
        .filter(option -> !option.hidden() && !option.usageHelp() && !option.versionHelp() && !without.contains(option.longestName()))
        .sorted((one, other) -> one.longestName().compareTo(other.longestName())).map(CommandsReferenceTest::row);
    String rows = Stream.concat(parameters, options).collect(Collectors.joining());
    return rows.isEmpty() ? "" : "| argument | meaning |\n|---|---|\n" + rows;
  }

  private static String row(OptionSpec option) {
    String value = option.arity().max() == 0 ? "" : " " + option.paramLabel();
    return row(option.longestName() + value + (option.required() ? " (required)" : ""), option);
  }

  private static String row(String name, ArgSpec argument) {
    String text = String.join(" ", argument.description()).replace(System.getProperty("user.home"), "~");
    return "| `%s` | %s |%n".formatted(name.replace("|", "\\|"), text.replace("|", "\\|")).replace(" (required)`", "` (required)");
  }

  private static String footer(CommandSpec command) {
    String codes = command.usageMessage().exitCodeList().entrySet().stream()
        .map(code -> code.getKey().strip() + ": " + code.getValue()).collect(Collectors.joining("; "));
    String footer = String.join(" ", command.usageMessage().footer()).strip();
    return (footer.isEmpty() ? "" : "\n" + footer + "\n") + (codes.isEmpty() ? "" : "\nExit codes: " + codes + ".\n");
  }

  private static void check(String part, String wanted) throws IOException {
    String text = Files.readString(DOCUMENT);
    String begin = "<!-- generated: " + part + " -->\n";
    assertThat(text).contains(begin);
    int from = text.indexOf(begin) + begin.length();
    int to = text.indexOf("<!-- end -->", from);
    if ("write".equals(System.getProperty("terra.docs"))) {
      Files.writeString(DOCUMENT, text.substring(0, from) + wanted + text.substring(to));
    } else {
      assertThat(text.substring(from, to)).isEqualTo(wanted);
    }
  }
}
