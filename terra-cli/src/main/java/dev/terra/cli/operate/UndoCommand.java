package dev.terra.cli.operate;

import com.fasterxml.jackson.databind.JsonNode;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code undo ACTION}: takes an action back. */
@Command(name = "undo", mixinStandardHelpOptions = true, description = "Takes back an action that is in force, for example a7.")
public final class UndoCommand extends ActionCommand {
  @Parameters(paramLabel = "ACTION", description = "the action's id, as its command or 'actions' printed it")
  private String action;

  @Override
  JsonNode ask(RestClient client) throws RestFailure {
    return client.send("DELETE", "/actions/" + RestClient.escape(action), null);
  }
}
