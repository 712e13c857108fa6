package dev.terra.cli.operate;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.terra.cli.operate.TextTable.Column;
import dev.terra.config.ConfigException;
import dev.terra.core.units.Bandwidth;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code what-if}: compares the schedule with the schedule on another WAN; it changes nothing. */
@Command(name = "what-if", mixinStandardHelpOptions = true,
    description = {"Compares two schedules of what is left to send now: on the network as it is, and with the changes that you name.",
        "Prints when each shuffle would be done in both, and how full each link would be. It changes nothing in the network.",
        "With --class it prints what a latency class can promise on a link that keeps classes, and between sites.",
        "Examples: terra what-if --without-link NY::LA --capacity NY::BA='10 Gbps'", "terra what-if --class interactive --load 0.8"})
public final class WhatIfCommand extends RestCommand {
  @Option(names = "--without-link", paramLabel = "A::B",
      description = "as if this link were down: A::B both directions, A:B one; may be given several times")
  private List<String> withoutLinks = List.of();

  @Option(names = "--without-site", paramLabel = "SITE",
      description = "as if this site did not exist: it relays nothing, and its shuffles are left out; may be given several times")
  private List<String> withoutSites = List.of();

  @Option(names = "--capacity", paramLabel = "A::B=RATE",
      description = "as if this link had this capacity, such as NY::LA='10 Gbps'; A:B changes one direction")
  private List<String> capacities = List.of();

  @Option(names = "--paths-per-pair", paramLabel = "K", description = "as if each pair of sites had this number of paths, 1 to 64; "
      + "the output says so if switches have no room for their rules")
  private @Nullable Integer pathsPerPair;

  @Option(names = "--class", paramLabel = "CLASS", description = "interactive or normal: what this class can promise at all, by the bound "
      + "for weighted fair queues")
  private @Nullable String latencyClass;

  @Option(names = "--load", paramLabel = "L",
      description = "with --class: the mean load of the link, above 0 and at most 1; 0.8 by default")
  private @Nullable String load;

  @Option(names = "--burst", paramLabel = "B", description = "with --class: the load while a burst lasts, above 1; 1.4 by default")
  private @Nullable String burst;

  @Option(names = "--share", paramLabel = "S", description = "with --class: the class's share of the offered load; the largest that can "
      + "be promised by default")
  private @Nullable String share;

  @Option(names = "--other", paramLabel = "S", description = "with --class: the share of the other of these two classes; the largest that "
      + "can be promised by default. Bulk has the rest")
  private @Nullable String other;

  @Option(names = "--from", paramLabel = "SITE", description = "with --class: only pairs of sites that begin at this site")
  private @Nullable String from;

  @Option(names = "--to", paramLabel = "SITE", description = "with --class: only pairs of sites that end at this site")
  private @Nullable String to;

  @Override
  JsonNode ask(RestClient client) throws RestFailure {
    if (latencyClass != null) {
      Map<String, String> query = new TreeMap<>();
      put(query, "class", latencyClass);
      put(query, "load", load);
      put(query, "burst", burst);
      put(query, "share", share);
      put(query, "other", other);
      put(query, "from", from);
      put(query, "to", to);
      return client.get("/class-bound", query);
    }
    if (Stream.of(load, burst, share, other, from, to).anyMatch(Objects::nonNull)) {
      throw new ConfigException("expected --class with --load, --burst, --share, --other, --from or --to");
    }
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
    return latencyClass == null ? schedules(answer, paint) : bound(answer, paint);
  }

  private static String bound(JsonNode answer, Paint paint) {
    TextTable classes =
        new TextTable(paint, Column.text("CLASS"), Column.number("WEIGHT"), Column.number("OFFERS"), Column.number("WAITS"));
    for (JsonNode each : answer.path("classes")) {
      classes.row(Show.text(each.path("latencyClass")), Show.text(each.path("weight")), Show.percent(each.path("share")),
          thousandths(each.path("delay")));
    }
    TextTable pairs = new TextTable(paint, Column.text("FROM"), Column.text("TO"), Column.text("LINKS"), Column.number("ALONE"),
        Column.number("WITH ALL"), Column.number("WAITS"));
    for (JsonNode pair : answer.path("pairs")) {
      pairs.row(Show.text(pair.path("from")), Show.text(pair.path("to")),
          StreamSupport.stream(pair.path("links").spliterator(), false).map(JsonNode::asText).collect(Collectors.joining(" ")),
          Show.rate(pair.path("mostBytesPerSecond")), Show.rate(pair.path("fairBytesPerSecond")), thousandths(pair.path("delay")));
    }
    return String.format(Locale.ROOT, "%s can promise something for up to %.1f %% of a link with a mean load of %.0f %% and bursts of "
        + "%.0f %%.%nWith %.1f %% of all that is offered it waits for at most %.3f of a burst's period, and the other classes for %.3f.",
        Show.text(answer.path("latencyClass")), 100 * answer.path("promisableShare").asDouble(), 100 * answer.path("load").asDouble(),
        100 * answer.path("burst").asDouble(), 100 * answer.path("share").asDouble(), answer.path("delay").asDouble(),
        answer.path("othersDelay").asDouble()) + "\n\n" + classes + "\n\n" + pairs;
  }

  private static String thousandths(JsonNode number) {
    return String.format(Locale.ROOT, "%.3f", number.asDouble());
  }

  private static String schedules(JsonNode answer, Paint paint) {
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
    String refused = answer.hasNonNull("noRoom")
        ? "so many paths per pair would be refused: " + Show.text(answer.path("noRoom")) + "\n\n" : "";
    return refused + "average " + Show.seconds(answer.path("averageSecondsBefore")) + ", then "
        + Show.seconds(answer.path("averageSecondsAfter")) + "\n\n" + shuffles + "\n\n" + links;
  }
}
