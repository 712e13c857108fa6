package dev.terra.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;

/** Tests that every command has a help text. */
class HelpTest {
  private static Stream<CommandSpec> all(CommandLine command) {
    return Stream.concat(Stream.of(command.getCommandSpec()), command.getSubcommands().values().stream().flatMap(HelpTest::all));
  }

  @Test
  void descriptionsAreThereAndAreFormats() {
    List<CommandSpec> commands = all(Terra.commandLine()).toList();

    assertThat(commands).as("subcommands of subcommands, too").hasSizeGreaterThanOrEqualTo(14);
    for (CommandSpec command : commands) {
      assertThat(command.usageMessage().description()).as(command.qualifiedName()).isNotEmpty();
      Stream.concat(Stream.of(command.usageMessage().description()),
              command.args().stream().flatMap(argument -> Stream.of(argument.description())))
          .forEach(line -> assertThatCode(() -> assertThat(String.format(line)).isNotNull())
              .as("%s: %s", command.qualifiedName(), line).doesNotThrowAnyException());
    }
  }
}
