package dev.terra.cli.operate;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code undo ACTION}: takes an action back. */
@Command(name = "undo", mixinStandardHelpOptions = true, description = "Takes an action back that is in force, such as a7.")
public final class UndoCommand extends ActionCommand {
  @Parameters(paramLabel = "ACTION", description = "its id, as the action's command printed it")
  private String action;

  @Override
  JsonNode ask(RestClient client) throws RestFailure {
    return client.send("DELETE", "/actions/" + RestClient.escape(action), Optional.empty());
  }
}
