package dev.terra.rest;

import dev.terra.rest.api.Endpoint;

/** Fills the parameters in the document's paths with things that exist. */
final class SampleRequests {
  private SampleRequests() {}

  static String path(RestHarness rest, String path) {
    var link = rest.json("/topology").path("links").get(0);
    String from = link.path("from").asText();
    String shuffle = rest.json("/shuffles").path("items").path(0).path("id").asText("none");
    String job = rest.json("/jobs").path("items").path(0).path("id").asText("none");
    String filled = path.replace("{link}", link.path("id").asText()).replace("{site}", from).replace("{agent}", "gw")
        .replace("{number}", "1").replace("{name}", "etl")
        .replace("{id}", path.startsWith("/jobs") ? Endpoint.escape(job) : path.startsWith("/actions") ? "a1" : Endpoint.escape(shuffle));
    return switch (path) {
      case "/paths" -> filled + "?from=" + from + "&to=" + link.path("to").asText();
      case "/class-bound" -> filled + "?class=interactive";
      default -> filled;
    };
  }
}
