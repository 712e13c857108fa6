package dev.terra.cli.operate;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.terra.core.wan.WanNotation;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code allow SITE SITE...}: allows a forbidden path again. */
@Command(name = "allow", mixinStandardHelpOptions = true, 
    description = "Allows a path again that terra forbid has forbidden: agents open its tunnel, and schedules may use it.")
public final class AllowCommand extends ActionCommand {
  @Parameters(arity = "1..*", paramLabel = "SITE",
      description = "the path: its sites with colons between, such as A:C:B, or as separate arguments")
  private List<String> sites;

  @Override
  JsonNode ask(RestClient client) throws RestFailure {
    ObjectNode body = body();
    body.put("path", String.join(WanNotation.SEPARATOR, sites));
    return post(client, "/paths/allow", body);
  }
}
