package dev.terra.cli.operate;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.terra.core.wan.WanNotation;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code forbid SITE SITE...}: forbids a path. */
@Command(name = "forbid", mixinStandardHelpOptions = true, 
    description = {"Forbids a path, such as NY:LA:BA: agents close its tunnel, and schedules use other paths between its ends.",
        "Only this path in this direction is forbidden. terra allow or terra undo allows it again."})
public final class ForbidCommand extends ActionCommand {
  @Parameters(arity = "1..*", paramLabel = "SITE",
      description = "the path: its sites with colons between, such as A:C:B, or as separate arguments")
  private List<String> sites;

  @Override
  JsonNode ask(RestClient client) throws RestFailure {
    ObjectNode body = body();
    body.put("path", String.join(WanNotation.SEPARATOR, sites));
    return post(client, "/paths/forbid", body);
  }
}
