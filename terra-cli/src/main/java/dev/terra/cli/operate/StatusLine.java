package dev.terra.cli.operate;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Locale;

/** Formats the state of a controller in a few lines. */
final class StatusLine {
  private StatusLine() {}

  static String of(JsonNode status) {
    return String.format(Locale.ROOT,
        "%s (%s, %s) up %s, epoch %s, %s rounds, last %.1f ms%n"
            + "agents %s of %s live   links %s up, %s degraded, %s down, %s unknown, %s drained%n"
            + "shuffles %s running, %s waiting   %s bundles open, %s left, %s planned%n"
            + "fetches waited: first byte %s, last byte %s   shuffles over: %s, %s failed",
        Show.text(status.path("wan")), Show.text(status.path("policy")), Show.text(status.path("driver")),
        Show.seconds(status.path("uptimeSeconds")), Show.text(status.path("epoch")), Show.text(status.path("rounds")),
        status.path("lastRoundMillis").asDouble(), Show.text(status.path("agentsLive")), Show.text(status.path("agentsExpected")),
        Show.text(status.path("linksUp")), Show.text(status.path("linksDegraded")), Show.text(status.path("linksDown")),
        Show.text(status.path("linksUnknown")), Show.text(status.path("linksDrained")), Show.text(status.path("shufflesRunning")),
        Show.text(status.path("shufflesWaiting")), Show.text(status.path("bundlesOpen")), Show.size(status.path("bytesLeft")),
        Show.rate(status.path("plannedBytesPerSecond")), wait(status.path("firstByteWait")), wait(status.path("lastByteWait")),
        Show.text(status.path("shufflesEnded")), Show.text(status.path("shufflesFailed")));
  }

  private static String wait(JsonNode wait) {
    return "p50 " + Show.seconds(wait.path("p50Seconds")) + " p99 " + Show.seconds(wait.path("p99Seconds"));
  }
}
