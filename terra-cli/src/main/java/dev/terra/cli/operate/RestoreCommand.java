package dev.terra.cli.operate;

import com.fasterxml.jackson.databind.JsonNode;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code restore link|site|agent TARGET}: ends a drain. */
@Command(name = "restore", mixinStandardHelpOptions = true, 
    description = {"Ends a drain: the next schedule uses the link, the site or the agent again.",
        "A:B restores one direction of a link, A::B both, whichever drain took them out of use."})
public final class RestoreCommand extends ActionCommand {
  @Mixin
  private DrainTarget target;

  @Override
  JsonNode ask(RestClient client) throws RestFailure {
    return post(client, target.path("restore"), body());
  }
}
