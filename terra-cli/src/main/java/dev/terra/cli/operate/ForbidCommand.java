package dev.terra.cli.operate;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code forbid SITE SITE...}. */
@Command(name = "forbid", mixinStandardHelpOptions = true, description = "Has no tunnel take a path any more, such as NY-LA-BA.")
public final class ForbidCommand extends ActionCommand {
  @Parameters(arity = "1..*", paramLabel = "SITE", description = "the path's sites, apart or joined by '-' or '->'")
  private List<String> sites;

  @Override
  JsonNode ask(RestClient client) throws RestFailure {
    ObjectNode body = body();
    ArrayNode path = body.putArray("path");
    (sites.size() == 1 ? List.of(sites.get(0).split("->|-")) : sites).forEach(path::add);
    return post(client, "/paths/forbid", body);
  }
}
