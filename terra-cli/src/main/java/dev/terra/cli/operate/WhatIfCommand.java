package dev.terra.cli.operate;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.terra.cli.operate.TextTable.Column;
import dev.terra.config.ConfigException;
import dev.terra.core.units.Bandwidth;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code what-if}: what the schedule would be on another WAN; nothing is changed. */
@Command(name = "what-if", mixinStandardHelpOptions = true,
    description = {"Compares two schedules of what is left to send now: on the network as it is, and with the changes that you name.",
        "Prints when each shuffle would be done in both, and how full each link would be. It changes nothing in the network.",
        "Example: terra what-if --without-link NY::LA --capacity NY::BA='10 Gbps'"})
public final class WhatIfCommand extends RestCommand {
  @Option(names = "--without-link", paramLabel = "A::B",
      description = "as if this link were down: A::B both directions, A:B one; may be given several times")
  private List<String> withoutLinks = List.of();

  @Option(names = "--without-site", paramLabel = "SITE",
      description = "as if this site were away: it relays nothing, and its shuffles are left out; may be given several times")
  private List<String> withoutSites = List.of();

  @Option(names = "--capacity", paramLabel = "A::B=RATE",
      description = "as if this link had this capacity, such as NY::LA='10 Gbps'; A:B changes one direction")
  private List<String> capacities = List.of();

  @Option(names = "--paths-per-pair", paramLabel = "K", description = "as if each pair of sites had so many paths, 1 to 64")
  private @Nullable Integer pathsPerPair;

  @Override
  JsonNode ask(RestClient client) throws RestFailure {
    ObjectNode body = JsonNodeFactory.instance.objectNode();
    ArrayNode away = body.putArray("removeLinks");
    withoutLinks.forEach(away::add);
    withoutSites.forEach(body.putArray("removeSites")::add);
    ArrayNode changed = body.putArray("capacities");
    capacities.forEach(text -> capacity(changed, text));
    if (pathsPerPair != null) {
      body.put("pathsPerPair", pathsPerPair);
    }
    if (away.isEmpty() && withoutSites.isEmpty() && changed.isEmpty() && pathsPerPair == null) {
      throw new ConfigException(
          "expected something that is to be otherwise: --without-link, --without-site, --capacity or --paths-per-pair");
    }
    return client.send("POST", "/what-if", body);
  }

  private static void capacity(ArrayNode changed, String text) {
    String[] parts = text.split("=", 2);
    if (parts.length != 2) {
      throw new ConfigException("--capacity: expected A:B=RATE or A::B=RATE, got '" + text + "'");
    }
    changed.addObject().put("link", parts[0]).put("bytesPerSecond", rate(parts[1]));
  }

  private static double rate(String text) {
    try {
      return Bandwidth.parse(text).bytesPerSecond();
    } catch (IllegalArgumentException e) {
      throw new ConfigException("--capacity: " + e.getMessage());
    }
  }

  @Override
  String text(JsonNode answer, Paint paint) {
    TextTable shuffles = new TextTable(paint, Column.text("SHUFFLE"), Column.number("GAMMA"), Column.number("THEN"), Column.number("TAKES"),
        Column.number("THEN"), Column.number("WITHOUT A PATH"));
    for (JsonNode shuffle : answer.path("shuffles")) {
      shuffles.row(Show.text(shuffle.path("shuffle")), Show.seconds(shuffle.path("gammaSecondsBefore")),
          Show.seconds(shuffle.path("gammaSecondsAfter")), Show.seconds(shuffle.path("secondsBefore")),
          Show.seconds(shuffle.path("secondsAfter")), Show.text(shuffle.path("bundlesWithoutPathAfter")));
    }
    TextTable links = new TextTable(paint, Column.text("LINK"), Column.number("USE"), Column.number("THEN"));
    for (JsonNode link : answer.path("links")) {
      links.row(Show.text(link.path("id")), Show.percent(link.path("useBefore")), Show.percent(link.path("useAfter")));
    }
    return "average " + Show.seconds(answer.path("averageSecondsBefore")) + ", then " + Show.seconds(answer.path("averageSecondsAfter"))
        + "\n\n" + shuffles + "\n\n" + links;
  }
}
