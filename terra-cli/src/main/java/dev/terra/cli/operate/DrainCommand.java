package dev.terra.cli.operate;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code drain link|site|agent TARGET}. */
@Command(name = "drain", mixinStandardHelpOptions = true,
    description = "Has the schedule leave out a link, a site or an agent, for maintenance.")
public final class DrainCommand extends ActionCommand {
  @Mixin
  private DrainTarget target;

  @Override
  JsonNode ask(RestClient client) throws RestFailure {
    ObjectNode body = body();
    return post(client, target.path("drain", body), body);
  }
}
