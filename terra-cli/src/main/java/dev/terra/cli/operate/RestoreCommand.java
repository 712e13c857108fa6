package dev.terra.cli.operate;

import com.fasterxml.jackson.databind.JsonNode;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code restore link|site|agent TARGET}. */
@Command(name = "restore", mixinStandardHelpOptions = true, description = "Takes a drained link, site or agent back into the schedule.")
public final class RestoreCommand extends ActionCommand {
  @Mixin
  private DrainTarget target;

  @Override
  JsonNode ask(RestClient client) throws RestFailure {
    return post(client, target.path("restore"), body());
  }
}
