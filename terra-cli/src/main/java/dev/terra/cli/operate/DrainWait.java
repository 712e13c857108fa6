package dev.terra.cli.operate;

import com.fasterxml.jackson.databind.JsonNode;
import dev.terra.api.timing.ProtocolTiming;
import dev.terra.core.wan.WanNotation;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * Waits until nothing goes through a drained target. An agent is free if it serves no fetch and no reader waits for bytes from or to its
 * site. One of several agents is free if others carry all slices of its site. A link or a site is free if the schedule gives no rates to
 * tunnels over it, and nothing has arrived over them since their agents' last reports.
 */
final class DrainWait {
  private static final long POLL_MILLIS = ProtocolTiming.BEAT.millis();
  /**
   * The number of polls without traffic. Agents report tunnels once a second, and fetches with every beat: after this many polls, the
   * reports are later than the drain.
   */
  private static final int QUIET_POLLS = 6;

  private final RestClient client;
  private final DrainTarget target;
  private final String drained;

  /**
   * Makes a waiter for a drained target.
   *
   * @param drained the target according to the controller's answer
   */
  DrainWait(RestClient client, DrainTarget target, String drained) {
    this.client = client;
    this.target = target;
    this.drained = drained;
  }

  /**
   * Waits.
   *
   * @throws RestFailure if traffic remains when the time is over; the message describes it
   */
  void await(Duration patience) throws RestFailure, InterruptedException {
    long deadline = System.nanoTime() + patience.toNanos();
    int quiet = 0;
    String busy = "";
    while (quiet < QUIET_POLLS) {
      if (System.nanoTime() > deadline) {
        throw new RestFailure(ExitCode.REFUSED, "not safe to stop after " + patience.toSeconds() + " s: " + busy);
      }
      busy = target.kind() == DrainTarget.Kind.AGENT ? ofAgent() : ofTunnels();
      quiet = busy.isEmpty() ? quiet + 1 : 0;
      TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
    }
  }

  /** Returns what is under way; empty if nothing is. */
  private String ofAgent() throws RestFailure {
    JsonNode agent = client.get("/agents/" + RestClient.escape(target.site()), Map.of());
    if (target.member().isPresent()) {
      return ofOne(agent.path("slices"), target.member().get());
    }
    return agent.path("safeToStop").asBoolean() ? "" : "it serves " + agent.path("fetches").asInt() + " fetches, readers wait for "
        + agent.path("requestedBytes").asLong() + " bytes from or to its site, and submitted shuffles have "
        + agent.path("submittedBytes").asLong() + " bytes left there";
  }

  private static String ofOne(JsonNode slices, String agent) {
    for (JsonNode slice : slices) {
      if (slice.path("agent").asText().equals(agent) || !slice.path("state").asText().equals("live")) {
        return "slice " + slice.path("slice").asInt() + " of its site is carried by " + slice.path("agent").asText() + ", which is "
            + slice.path("state").asText();
      }
    }
    return "";
  }

  private String ofTunnels() throws RestFailure {
    List<String> busy = new ArrayList<>();
    client.all("/tunnels", Map.of()).path("items").forEach(tunnel -> addIfBusy(tunnel, busy));
    return busy.isEmpty() ? "" : busy.size() + " tunnels carry bytes over it, such as " + busy.get(0);
  }

  private void addIfBusy(JsonNode tunnel, List<String> busy) {
    boolean carries = tunnel.path("allocatedBytesPerSecond").asDouble() > 0 || tunnel.path("deliveredBytesPerSecond").asDouble() > 0;
    if (carries && target.isUsedBy(WanNotation.path(tunnel.path("id").asText(), List::of), drained)) {
      busy.add(tunnel.path("id").asText());
    }
  }
}
